"""The viewer: a file's pages as images, with what is known about it, and the page of a single file."""
