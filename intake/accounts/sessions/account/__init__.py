"""What somebody who is signed in can do about their own account."""
