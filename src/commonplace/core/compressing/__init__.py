"""Make a long note short without a model: its own sentences, fewer of them."""
