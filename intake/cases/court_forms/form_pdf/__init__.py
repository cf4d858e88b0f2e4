"""Reading and filling PDF forms that come from strangers, in a process of its own."""
