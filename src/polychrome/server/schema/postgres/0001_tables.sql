-- A table is what its entries make of it (room/entries.py): the header stands in `tables`, everything else that lasts is
-- an entry. `phase`, `code` and `guests` are for looking tables up. Names are compared by their bytes, as in SQLite.
CREATE TABLE tables (
    id      TEXT COLLATE "C" PRIMARY KEY,
    game    TEXT NOT NULL,
    version INTEGER NOT NULL,  -- of the game's rules
    seats   INTEGER NOT NULL,
    options TEXT NOT NULL,     -- JSON
    luck    BYTEA NOT NULL,    -- secret until the game is over
    created BIGINT NOT NULL,   -- seconds since 1970
    phase   TEXT NOT NULL,     -- lobby, playing or over
    code    TEXT,              -- by which an open lobby is entered
    touched BIGINT NOT NULL,   -- in seconds seen (elapsed_time.py), as `aside`
    aside   BIGINT             -- when it was pruned
);
CREATE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX tables_by_phase ON tables (phase, touched);
CREATE INDEX tables_aside ON tables (aside) WHERE aside IS NOT NULL;

CREATE TABLE entries (
    table_id TEXT COLLATE "C" NOT NULL,
    seq      INTEGER NOT NULL,  -- unique, so that the database decides who was first
    at       BIGINT NOT NULL,   -- milliseconds of the table
    entry    TEXT NOT NULL,     -- JSON
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE guests (
    guest    TEXT COLLATE "C" NOT NULL,  -- hash of a browser's token
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guest, table_id)
);
CREATE INDEX guests_by_table ON guests (table_id);

CREATE TABLE house (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    seen    BIGINT NOT NULL,   -- time as the servers have seen it pass, in seconds
    highest BIGINT             -- the latest that a clock ever showed, in seconds since 1970
);
INSERT INTO house (one, seen) VALUES (1, 0);
