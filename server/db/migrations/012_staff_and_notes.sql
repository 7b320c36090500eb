-- Staff and customers: invitations by mail, notes about customers, and finding one of many.

-- Who is invited to the staff. Of the mailed secret only the SHA-256 is kept; the row goes when it is accepted.
create table invitation (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 254),
  role_id integer not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  primary key (config_id, id),
  unique (config_id, email),
  foreign key (config_id, role_id) references role,
  foreign key (config_id, invited_by) references app_user on delete cascade
);
create index invitation_role on invitation (config_id, role_id);
create index invitation_inviter on invitation (config_id, invited_by);

create table customer_note (
  config_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  author_id integer,
  author_name text not null check (length(author_name) between 1 and 200),
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  primary key (config_id, id),
  foreign key (config_id, user_id) references app_user on delete cascade
);
create index customer_note_user on customer_note (config_id, user_id, id desc);

-- Each order of the list of customers, and their names and addresses by any part of them.
create index customer_newest on app_user (config_id, created_at desc, id desc) where role_id = 2;
create index customer_name on app_user (config_id, lower(full_name), id) where role_id = 2;
create index customer_email on app_user (config_id, lower(email), id) where role_id = 2;
create index customer_words on app_user using gin (lower(full_name || ' ' || email) gin_trgm_ops) where role_id = 2;
-- Few people are anything else.
create index staff_role on app_user (config_id, role_id) where role_id <> 2;
