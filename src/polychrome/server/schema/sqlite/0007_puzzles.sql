-- Nothing here changes; but from now on a game may begin as a puzzle, which an older server cannot read.
SELECT 1;
