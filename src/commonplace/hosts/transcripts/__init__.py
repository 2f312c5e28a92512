"""How each agent program writes a conversation down; every record we do not know is passed over."""
