"""What a firm writes down about a matter for itself: notes, calls and meetings. Clients never see them."""
