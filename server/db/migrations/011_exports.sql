-- Exports of a whole shop that staff request in the dashboard. A job writes the file; both are removed after a day.
create table data_export (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  actor_id integer,
  actor_name text not null check (length(actor_name) between 1 and 200),
  requested_at timestamptz not null default now(),
  -- While a job writes the file. A job that stopped long ago is dead, and another one starts again.
  alive_at timestamptz,
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  finished_at timestamptz,
  -- The file in the folder of exports, and its size. Null: the export failed.
  file text check (file ~ '^[a-z0-9-]+\.zip$'),
  bytes bigint,
  content_hash text,
  primary key (config_id, id)
);
create unique index data_export_open on data_export (config_id) where finished_at is null;
