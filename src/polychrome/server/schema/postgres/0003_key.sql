-- By which the servers of one database know each other; the first one draws it.
ALTER TABLE house ADD COLUMN key TEXT;
