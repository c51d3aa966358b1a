-- Nothing here changes; but from now on moves and chance are kept in a short form (room/entries.py), which an older server
-- cannot read. What is there stays as it is.
SELECT 1;
