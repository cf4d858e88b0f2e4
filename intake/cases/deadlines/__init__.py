"""Court dates, filing deadlines and statutes of limitations of a matter."""
