-- The new columns are empty, so checking them takes no time. All code that reads a webhook knows that one may have no secret.
-- squawk-ignore-file adding-foreign-key-constraint, constraint-missing-not-valid, require-concurrent-index-creation, ban-drop-not-null

-- A program that shops for people, known by the address of its profile. Anybody may claim an address: only a signature proves it.
create table agent_platform (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  profile_url text not null check (profile_url ~ '^https?://' and length(profile_url) <= 500),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Staff refuse it.
  blocked_at timestamptz,
  primary key (config_id, id),
  unique (config_id, profile_url)
);

-- Signs what the shop sends to platforms: ECDSA on P-256. The public half of a retired key remains published for some days.
create table signing_key (
  config_id integer not null references shop on delete cascade,
  kid text not null check (kid ~ '^[A-Za-z0-9_-]{1,64}$'),
  public_jwk jsonb not null,
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (config_id, kid)
);
create unique index signing_key_current on signing_key (config_id) where retired_at is null;

-- What a platform has put into a cart. Prices are not stored: each read computes them.
create table agent_cart (
  config_id integer not null references shop on delete cascade,
  id text not null check (id ~ '^[A-Za-z0-9_-]{22,64}$'),
  platform_id integer not null,
  input jsonb not null check (pg_column_size(input) <= 262144),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (config_id, id),
  foreign key (config_id, platform_id) references agent_platform on delete cascade
);
create index agent_cart_platform on agent_cart (config_id, platform_id);
create index agent_cart_expired on agent_cart (expires_at);

-- A checkout of a platform. Its id is a secret: who has it sees the name and the address of the buyer.
create table checkout_session (
  config_id integer not null references shop on delete cascade,
  id text not null check (id ~ '^[A-Za-z0-9_-]{22,64}$'),
  platform_id integer not null,
  -- The version of the protocol in which it was made.
  protocol text not null check (length(protocol) <= 40),
  cart_id text,
  -- Once there is an order, only what the order does not have.
  input jsonb not null check (pg_column_size(input) <= 262144),
  state text not null default 'open' check (state in ('open', 'ordered', 'cancelled')),
  order_id integer,
  -- Where the platform wants to hear of the order. Fixed when the session is made.
  webhook_url text check (webhook_url ~ '^https?://' and length(webhook_url) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (config_id, id),
  foreign key (config_id, platform_id) references agent_platform on delete cascade,
  foreign key (config_id, order_id) references shop_order on delete cascade,
  check ((state = 'ordered') = (order_id is not null))
);
create index checkout_session_platform on checkout_session (config_id, platform_id, created_at desc);
create unique index checkout_session_cart on checkout_session (config_id, cart_id) where cart_id is not null and state = 'open';
create unique index checkout_session_order on checkout_session (config_id, order_id) where order_id is not null;
create index checkout_session_expired on checkout_session (expires_at) where state <> 'ordered';

-- The platform through which an order came; null: the shop's own pages or staff.
alter table shop_order add column agent_platform_id integer,
  add constraint shop_order_agent_platform_fkey foreign key (config_id, agent_platform_id)
    references agent_platform (config_id, id);
create index shop_order_agent_platform on shop_order (config_id, agent_platform_id) where agent_platform_id is not null;

-- A webhook of a platform receives whole orders, and only those that came through it. Staff do not see it among theirs.
alter table webhook add column platform_id integer,
  add constraint webhook_agent_platform_fkey foreign key (config_id, platform_id)
    references agent_platform (config_id, id) on delete cascade;
-- It is signed with the key of the shop in place of a secret.
alter table webhook alter column sealed_secret drop not null,
  add constraint webhook_secret_check check (sealed_secret is not null or platform_id is not null);
create unique index webhook_platform on webhook (config_id, platform_id, url) where platform_id is not null;

-- Changing the shop through an assistant takes a permission of its own.
alter table role drop constraint role_permissions_check, add constraint role_permissions_check check (permissions <@ array[
  'catalog', 'orders', 'refunds', 'customers', 'exports', 'reports', 'marketing', 'content', 'settings', 'events', 'assistants',
  'staff']);
alter table api_key drop constraint api_key_permissions_check, add constraint api_key_permissions_check check (permissions <@ array[
  'catalog', 'orders', 'refunds', 'customers', 'exports', 'reports', 'marketing', 'content', 'settings', 'events', 'assistants']);
