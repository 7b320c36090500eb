-- People: accounts, sessions, emailed links, invitations, addresses, and what staff note about customers.

create table app_user (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  role_id integer not null default 2,
  full_name title not null,
  email text not null check (email = btrim(email) and email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  gender smallint check (gender in (1, 2)),
  image text,
  password_hash text not null,
  password_change_required boolean not null default false,
  email_verified_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  -- What the customer list is searched by. Stored, because one or two letters are found by reading every row.
  search_text text not null generated always as (lower(full_name || ' ' || email)) stored,
  primary key (config_id, id),
  foreign key (config_id, role_id) references role
);
create unique index app_user_email on app_user (config_id, lower(email));
-- One index per sort order of the customer list.
create index customer_newest on app_user (config_id, created_at desc, id desc) where role_id = 2;
create index customer_name on app_user (config_id, lower(full_name), id) where role_id = 2;
create index customer_email on app_user (config_id, lower(email), id) where role_id = 2;
create index customer_search_text on app_user using gin (search_text gin_trgm_ops) where role_id = 2;
-- Staff are few among many customers.
create index staff_role on app_user (config_id, role_id) where role_id <> 2;

-- The credential is a random token in an httpOnly cookie. Only its SHA-256 is stored.
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  config_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  user_agent text not null default '' check (length(user_agent) <= 300),
  remember boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  unique (config_id, user_id, id),
  foreign key (config_id, user_id) references app_user on delete cascade
);
create index session_expiry on session (expires_at);

-- A secret sent by email, valid once until it expires. Only its SHA-256 is stored.
create table email_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  config_id integer not null,
  user_id integer not null,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  foreign key (config_id, user_id) references app_user on delete cascade
);
create index email_token_user on email_token (config_id, user_id, purpose);

-- An invitation to the staff. Only the SHA-256 of the emailed secret is stored. The row is deleted when it is accepted.
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

-- A key with which a program calls the API for the person who created it, at most with that person's permissions. Only the
-- SHA-256 of the key is stored. Without networks it may be used from everywhere.
create table api_key (
  token_hash bytea primary key check (length(token_hash) = 32),
  config_id integer not null,
  id integer generated always as identity,
  name title not null,
  permissions text[] not null
    check (permissions <@ array['catalog', 'orders', 'customers', 'marketing', 'content', 'settings']),
  networks text[] not null default '{}',
  -- The last characters of the key, by which people recognize it.
  ending text not null check (length(ending) = 4),
  user_id integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,
  unique (config_id, id),
  foreign key (config_id, user_id) references app_user on delete cascade
);
create unique index api_key_name on api_key (config_id, lower(name));
create index api_key_user on api_key (config_id, user_id);

create table address (
  config_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  full_name title not null,
  phone text not null check (length(phone) between 7 and 20),
  line1 title not null,
  line2 text not null default '' check (length(line2) <= 200),
  city title not null,
  state title not null,
  pincode text not null check (length(pincode) between 3 and 12),
  country text not null default 'IN' check (country ~ '^[A-Z]{2}$'),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (config_id, id),
  foreign key (config_id, user_id) references app_user on delete cascade
);
create unique index address_default on address (config_id, user_id) where is_default;
create index address_user on address (config_id, user_id);

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
