"""What is worth remembering in a conversation: who said what, what of it lasts, and why we think so."""
