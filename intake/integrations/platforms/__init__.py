"""Practice-management platforms: the contract that each of them implements, the registry, and Clio and Lawmatics."""
