"""`/settings/records/requests`: people's requests about their data, when they are due, and the answers."""
