-- Time as the server has seen it pass (elapsed_time.py), in seconds. From now on `touched` counts in it; what is there
-- counts as just used.
CREATE TABLE house (
    only    INTEGER PRIMARY KEY CHECK (only = 1),
    seen    INTEGER NOT NULL,
    highest INTEGER            -- the latest that a clock ever showed, in seconds since 1970
);
INSERT INTO house (only, seen) VALUES (1, 0);
UPDATE tables SET touched = 0;

-- When a table was pruned. It is kept for one more period, in which it can be brought back.
ALTER TABLE tables ADD COLUMN aside INTEGER;
CREATE INDEX tables_aside ON tables (aside) WHERE aside IS NOT NULL;
