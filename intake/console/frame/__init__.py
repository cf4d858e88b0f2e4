"""The frame of every page of the console: who may open it, its navigation, and how it is rendered."""
