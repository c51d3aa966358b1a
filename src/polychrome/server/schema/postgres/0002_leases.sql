-- Servers say every second that they are alive, by the clock of the database. A table belongs to one of them, for as
-- long as it is; each time it is taken, its epoch counts on, and a write under an older one comes to nothing.
CREATE SEQUENCE server_ids AS BIGINT;
CREATE TABLE servers (
    id      BIGINT PRIMARY KEY,
    address TEXT NOT NULL,     -- where the other servers reach it; empty: nowhere
    until   TIMESTAMPTZ NOT NULL
);
ALTER TABLE tables ADD COLUMN owner BIGINT;
ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 1;
CREATE INDEX tables_by_owner ON tables (owner) WHERE owner IS NOT NULL;
