"""What can be decided without a terminal, a network, a file or a clock."""
