"""The only room that writes memory files: lock, journal, atomic publish, receipts."""
