"""What the firm's figures say about its intake: charts, each with its table."""
