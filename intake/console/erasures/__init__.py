"""Permanent erasures: the preview, the confirmation, the progress, and the certificate."""
