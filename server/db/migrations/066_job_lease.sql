-- Which host runs the background jobs. It renews its row; when it stops doing so, another host takes the row.
create table job_lease (
  name text primary key,
  holder uuid not null,
  -- For people: where the holder runs.
  host text not null,
  expires_at timestamptz not null
);
