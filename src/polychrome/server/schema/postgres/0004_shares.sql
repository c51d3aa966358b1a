-- How much of something (new tables, wrong codes) was asked for lately from an address, which is not written down: `who`
-- is a keyed hash of it, forgotten after some minutes. Nothing is lost with it, so it is not logged.
CREATE UNLOGGED TABLE shares (
    who  TEXT COLLATE "C" PRIMARY KEY,
    used DOUBLE PRECISION NOT NULL,
    at   TIMESTAMPTZ NOT NULL
);
