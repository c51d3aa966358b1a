-- A table: what is played, by whom (room, as JSON), and the key of its luck.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    version INTEGER NOT NULL,  -- of the game's rules
    seats   INTEGER NOT NULL,
    options TEXT NOT NULL,     -- JSON
    luck    BLOB NOT NULL,     -- secret until the game is over
    phase   TEXT NOT NULL,     -- lobby, playing or over
    room    TEXT NOT NULL,     -- JSON
    created INTEGER NOT NULL,  -- seconds since 1970
    touched INTEGER NOT NULL
) WITHOUT ROWID;

-- What happened at it, in order. Nothing is ever changed: taking back is one more line, without an action.
CREATE TABLE lines (
    place   TEXT NOT NULL,     -- the table
    seq     INTEGER NOT NULL,  -- unique, so that the file decides who was first
    seat    INTEGER NOT NULL,  -- -1: nature
    action  TEXT,              -- as in a record; NULL takes the last one back
    move    TEXT,              -- the page's own name for the move, so that a repeated one is known
    PRIMARY KEY (place, seq)
) WITHOUT ROWID;
