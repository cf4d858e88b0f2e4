"""Messages to and from clients, across matters."""
