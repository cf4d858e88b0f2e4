"""The common base of all pages: the base page, styles, scripts and translations."""
