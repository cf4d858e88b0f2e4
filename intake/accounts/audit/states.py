"""The types of actors."""

PERSON, API_KEY, APPLICATION, CLIENT = "person", "api_key", "application", "client"
OPERATOR, SYSTEM = "operator", "system"
ACTOR_TYPES = (PERSON, API_KEY, APPLICATION, CLIENT, OPERATOR, SYSTEM)
