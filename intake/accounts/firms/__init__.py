"""Law firms: the tenants to which every other record belongs."""
