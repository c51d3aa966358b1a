-- Nothing here changes; but from now on people may change before the game what will be played, and an older server cannot
-- read that.
SELECT 1;
