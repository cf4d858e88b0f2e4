"""The pages where clients fill in the intake form."""
