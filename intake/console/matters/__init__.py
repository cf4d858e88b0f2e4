"""The firm's matters: the list, and the page of each."""
