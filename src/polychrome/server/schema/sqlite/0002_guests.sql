-- Who sits where, so that somebody who comes back finds the own tables; and the short code of an open lobby.
ALTER TABLE tables ADD COLUMN code TEXT;
CREATE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX tables_by_phase ON tables (phase, touched);

CREATE TABLE guests (
    guest   TEXT NOT NULL,     -- hash of a browser's token
    place   TEXT NOT NULL,
    PRIMARY KEY (guest, place)
) WITHOUT ROWID;
CREATE INDEX guests_by_place ON guests (place);

INSERT OR IGNORE INTO guests (guest, place)
SELECT json_extract(seat.value, '$.guest'), tables.id
FROM tables, json_each(tables.room, '$.seats') AS seat
WHERE json_extract(seat.value, '$.guest') IS NOT NULL;
