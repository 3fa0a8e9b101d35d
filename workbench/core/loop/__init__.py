"""What each round brought, and when to stop."""
