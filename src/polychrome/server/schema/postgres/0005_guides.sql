-- Nothing here changes; but from now on tables may hold entries of guided games, which an older server cannot read.
SELECT 1;
