"""Things that play the part of what strangers send and run, the ways in which those misbehave included."""
