"""What calls use and what that costs: counted, priced, expected beforehand, and held against a budget."""
