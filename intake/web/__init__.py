"""What every page shares: the base page, styles, scripts and translations."""
