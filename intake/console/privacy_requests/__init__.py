"""`/settings/records/requests`: what people ask about their data, until when, and how it was answered."""
