"""COLOMO: seven games of memory with sixty discs in six colours."""
