"""Users: whom an agent works for. Scripted ones so far; a simulated one takes the same two methods."""
