"""What any web service needs and no law firm would recognise; imports no feature and no gateway."""
