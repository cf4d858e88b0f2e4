"""What is sent to clients and to the firm: e-mail, SMS, notifications."""
