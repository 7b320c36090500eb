-- Visitors of the last hours. The hash is another one each day, so that it tells nothing about who came back.
create table visitor (
  config_id integer not null references shop on delete cascade,
  hash bytea not null check (length(hash) = 16),
  seen_at timestamptz not null default now(),
  primary key (config_id, hash)
);
create index visitor_seen on visitor (config_id, seen_at);

-- How many visitors came for the first time of their day, by hour.
create table visit_count (
  config_id integer not null references shop on delete cascade,
  hour timestamptz not null,
  visitors integer not null default 1,
  primary key (config_id, hour)
);
