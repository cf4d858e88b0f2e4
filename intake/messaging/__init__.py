"""Messages to clients and to the firm: e-mail, SMS, notifications."""
