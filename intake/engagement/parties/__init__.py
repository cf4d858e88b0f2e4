"""The people and companies of a matter beside its client: opposing and related parties, witnesses, insurers."""
