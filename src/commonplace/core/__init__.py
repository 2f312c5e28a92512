"""What a memory is and every decision about it: pure, standard library only."""
