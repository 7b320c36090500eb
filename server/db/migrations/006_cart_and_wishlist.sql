-- Carts and wishlists of users and of visitors without an account.

-- Owner of a cart and a wishlist: a user, or a visitor known by the SHA-256 of the cookie `visitor`.
create table shopper (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  user_id integer,
  visitor_hash bytea unique check (length(visitor_hash) = 32),
  share_token text unique check (length(share_token) between 20 and 100),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (config_id, id),
  unique (config_id, user_id),
  foreign key (config_id, user_id) references app_user on delete cascade,
  check ((user_id is null) <> (visitor_hash is null))
);
create index shopper_seen on shopper (seen_at) where user_id is null;

create table cart_line (
  config_id integer not null,
  id integer generated always as identity,
  shopper_id integer not null,
  variant_id integer not null,
  quantity integer not null check (quantity between 1 and 999),
  -- The price of one item after the offer when it was added. It decides nothing; the cart shows that a price has changed.
  price_at_add unit_price not null,
  added_at timestamptz not null default now(),
  primary key (config_id, id),
  unique (config_id, shopper_id, variant_id),
  foreign key (config_id, shopper_id) references shopper on delete cascade,
  foreign key (config_id, variant_id) references variant on delete cascade
);
create index cart_line_variant on cart_line (config_id, variant_id);

-- What is in a cart at the moment of the call. A volatile function sees what was committed after its statement began, which
-- matters to statements that lock the shopper first and may have waited for the lock.
create function current_cart(shop integer, shopper integer, variant integer, out quantity integer, out line_count integer)
language plpgsql volatile as $$
begin
  select max(l.quantity) filter (where l.variant_id = variant), count(*) into quantity, line_count
  from cart_line l where l.config_id = shop and l.shopper_id = shopper;
end $$;

-- What a shopper has put aside. It counts in no total and reserves nothing.
create table saved_line (
  config_id integer not null,
  shopper_id integer not null,
  variant_id integer not null,
  quantity integer not null check (quantity between 1 and 999),
  price_at_add unit_price not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (config_id, shopper_id, variant_id),
  foreign key (config_id, shopper_id) references shopper on delete cascade,
  foreign key (config_id, variant_id) references variant on delete cascade
);
create index saved_line_variant on saved_line (config_id, variant_id);

create table wishlist_item (
  config_id integer not null,
  shopper_id integer not null,
  product_id integer not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (config_id, shopper_id, product_id),
  foreign key (config_id, shopper_id) references shopper on delete cascade,
  foreign key (config_id, product_id) references product on delete cascade
);
create index wishlist_item_product on wishlist_item (config_id, product_id);
