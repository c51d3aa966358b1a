-- A table is what its entries make of it (room/entries.py): the header stands in `tables`, everything else that lasts is
-- an entry. `phase`, `code` and `guests` are for looking tables up. What was kept as lines and as a room becomes entries.
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    seq      INTEGER NOT NULL,  -- unique, so that the file decides who was first
    at       INTEGER NOT NULL,  -- milliseconds of the table
    entry    TEXT NOT NULL,     -- JSON
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

CREATE TEMP TABLE steps (table_id TEXT, part INTEGER, number INTEGER, entry TEXT);

INSERT INTO steps
SELECT tables.id, 0, seat.key, json_object('is', 'seated', 'seat', seat.key, 'chair', json(seat.value))
FROM tables, json_each(tables.room, '$.seats') AS seat;

INSERT INTO steps
SELECT id, 1, 0, json_object('is', 'hosted', 'guest', json_extract(room, '$.host')) FROM tables
UNION ALL
SELECT id, 1, 1, json_object('is', 'invited', 'secret', json_extract(room, '$.secret'), 'code', code) FROM tables
UNION ALL
SELECT id, 1, 2, json_object('is', 'arranged', 'settings', json(json_extract(room, '$.settings'))) FROM tables
UNION ALL
SELECT id, 1, 3, json_object('is', 'began') FROM tables WHERE phase <> 'lobby';

INSERT INTO steps
SELECT place, 2, seq, CASE
    WHEN action IS NULL THEN json_object('is', 'undone', 'seat', seat, 'id', move)
    WHEN seat < 0 THEN json_object('is', 'chance', 'action', action)
    ELSE json_object('is', 'moved', 'seat', seat, 'action', action, 'id', move)
END
FROM lines;

INSERT INTO steps
SELECT id, 3, 0, json_object('is', 'adjudicated') FROM tables WHERE json_extract(room, '$.adjudicated')
UNION ALL
SELECT id, 3, 1, json_object('is', 'rematched', 'table', json_extract(room, '$.moved')) FROM tables
WHERE json_extract(room, '$.moved') IS NOT NULL;

INSERT INTO entries (table_id, seq, at, entry)
SELECT table_id, row_number() OVER (PARTITION BY table_id ORDER BY part, number) - 1, 0, entry FROM steps;

DROP TABLE steps;
DROP TABLE lines;

DROP INDEX tables_by_code;
DROP INDEX tables_by_phase;
DROP INDEX tables_aside;
ALTER TABLE tables RENAME TO old_tables;
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    version INTEGER NOT NULL,  -- of the game's rules
    seats   INTEGER NOT NULL,
    options TEXT NOT NULL,     -- JSON
    luck    BLOB NOT NULL,     -- secret until the game is over
    created INTEGER NOT NULL,  -- seconds since 1970
    phase   TEXT NOT NULL,     -- lobby, playing or over
    code    TEXT,              -- by which an open lobby is entered
    touched INTEGER NOT NULL,  -- in seconds seen, as `aside`
    aside   INTEGER            -- when it was pruned
) WITHOUT ROWID;
INSERT INTO tables SELECT id, game, version, seats, options, luck, created, phase, code, touched, aside FROM old_tables;
DROP TABLE old_tables;
CREATE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX tables_by_phase ON tables (phase, touched);
CREATE INDEX tables_aside ON tables (aside) WHERE aside IS NOT NULL;

ALTER TABLE guests RENAME TO old_guests;
CREATE TABLE guests (
    guest    TEXT NOT NULL,    -- hash of a browser's token
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) WITHOUT ROWID;
INSERT INTO guests SELECT guest, place FROM old_guests;
DROP TABLE old_guests;
CREATE INDEX guests_by_table ON guests (table_id);
