"""The firm's matters: the list of them, and the page of each."""
