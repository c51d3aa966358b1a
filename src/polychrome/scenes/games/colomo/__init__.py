"""How the seven games of COLOMO look and sound; table.py has what they share."""
