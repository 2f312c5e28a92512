"""Cut a source into segments: pieces small enough to be one memory each, with their exact lines."""
