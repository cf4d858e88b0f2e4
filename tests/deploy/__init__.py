"""The files with which Intake is deployed: what they name exists, and what the Procfile starts works."""
