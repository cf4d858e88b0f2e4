"""The public lead form: people write to a firm without a link or an account (docs/lead-forms.md)."""
