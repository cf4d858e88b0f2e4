"""The viewer: a file's pages as images, with its details, and the page of a single file."""
