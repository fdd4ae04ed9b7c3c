"""Any chosen set of installed Deskworld servers in one process."""
