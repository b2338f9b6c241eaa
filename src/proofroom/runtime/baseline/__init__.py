"""The tools every agent has, and what the offline model can do with them."""
