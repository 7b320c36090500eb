-- People: addresses, mailed links, carts and wishlists, and the limits that keep guessing slow.

-- A secret that was mailed, of which only the SHA-256 is kept: good once, until it expires.
create table mailed_link (
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
create index mailed_link_user on mailed_link (config_id, user_id, purpose);

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

-- Whose cart and wishlist: a user's, or those of a visitor without an account, known by the SHA-256 of the cookie `visitor`.
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

-- price_at_add: what one piece cost when it was put there, minor units after the offer. It decides nothing; it tells the
-- shopper that a price has changed.
create table cart_line (
  config_id integer not null,
  id integer generated always as identity,
  shopper_id integer not null,
  variant_id integer not null,
  quantity integer not null check (quantity between 1 and 999),
  price_at_add money_minor not null,
  added_at timestamptz not null default now(),
  primary key (config_id, id),
  unique (config_id, shopper_id, variant_id),
  foreign key (config_id, shopper_id) references shopper on delete cascade,
  foreign key (config_id, variant_id) references variant on delete cascade
);
create index cart_line_variant on cart_line (config_id, variant_id);

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

-- What was answered to a write that carried an Idempotency-Key: the same key and body get the same answer, once.
create table answered_write (
  config_id integer not null references shop on delete cascade,
  owner text not null check (length(owner) between 1 and 100),
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null check (length(body_hash) = 32),
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (config_id, owner, key)
);
create index answered_write_age on answered_write (created_at);

-- How far each limit is used up: free_at is when the bucket would be empty again (the GCRA of ATM networks). What is lost
-- in a crash of the database is no loss.
create unlogged table rate_limit (
  key text primary key check (length(key) <= 300),
  free_at timestamptz not null
);

-- Mail that is to be sent, or was. Written in the transaction of what it tells about; sent from here. The body is dropped
-- when it has been sent, because it may hold the secret of a link.
create table mail (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  template text not null check (template ~ '^[a-z_]+$'),
  recipient text not null check (length(recipient) between 3 and 254),
  subject title not null,
  body_text text,
  body_html text,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text check (length(last_error) <= 1000),
  primary key (config_id, id),
  check (sent_at is not null or (body_text is not null and body_html is not null))
);
create index mail_due on mail (due_at) where sent_at is null;

create function tell_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail', '');
  return null;
end $$;
create trigger mail_tells after insert on mail for each statement execute function tell_mail();

-- Comments: who reported them, and what the stars of a product add up to.
create table comment_report (
  config_id integer not null,
  comment_id integer not null,
  user_id integer not null,
  reason text not null default '' check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  primary key (config_id, comment_id, user_id),
  foreign key (config_id, comment_id) references comment on delete cascade,
  foreign key (config_id, user_id) references app_user on delete cascade
);

alter table product
  add column rating_sum integer not null default 0 check (rating_sum >= 0),
  add column rating_count integer not null default 0 check (rating_count >= 0);

-- Kept in step by the difference that each change makes, so that two comments at once both count.
create function comment_rated() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'visible' and old.rating is not null then
    update product set rating_sum = rating_sum - old.rating, rating_count = rating_count - 1
    where config_id = old.config_id and id = old.product_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'visible' and new.rating is not null then
    update product set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1
    where config_id = new.config_id and id = new.product_id;
  end if;
  return null;
end $$;
create trigger comment_rates after insert or delete or update of status, rating on comment
  for each row execute function comment_rated();
update product p set rating_sum = r.sum, rating_count = r.count
from (select config_id, product_id, sum(rating) as sum, count(rating) as count from comment
  where status = 'visible' and rating is not null group by 1, 2) r
where p.config_id = r.config_id and p.id = r.product_id;
