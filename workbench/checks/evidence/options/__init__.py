"""What the programs of a repository accept, one module for each way of declaring it."""
