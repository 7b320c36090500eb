-- Orders, what they were paid with, and the coupons that made them cheaper. An order copies what it needs of the
-- catalogue, which may change or vanish. All amounts are minor units of the order's currency.

-- One kind of discount that a code gives. No lists: it is for the whole cart; else for the products that are named, and
-- for those of the categories that are named.
create table coupon (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,39}$'),
  kind text not null check (kind in ('percent', 'amount', 'free_delivery')),
  percent basis_points,
  amount money_minor,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  -- Value of the goods it is for, after offers, from which it holds.
  minimum money_minor not null default 0,
  category_ids integer[] not null default '{}',
  product_ids integer[] not null default '{}',
  once_per_customer boolean not null default false,
  usage_limit integer check (usage_limit > 0),
  used integer not null default 0 check (used >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (config_id, id),
  unique (config_id, code),
  check (case kind
    when 'percent' then percent > 0 and amount is null
    when 'amount' then amount > 0 and percent is null
    else percent is null and amount is null
  end)
);

create table shop_order (
  config_id integer not null references shop,
  id integer generated always as identity,
  -- What people call it; it cannot be counted or guessed.
  number text not null check (number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  status text not null check (status in
    ('pending', 'confirmed', 'shipped', 'delivered', 'cancelled', 'refunded', 'returned')),
  user_id integer,
  shopper_id integer,
  email text not null check (length(email) between 3 and 254),
  phone text not null check (length(phone) <= 20),
  -- Addresses as the contract has them: fullName, line1, line2, city, state, pincode, country.
  shipping_address jsonb not null,
  billing_address jsonb not null,
  shipping_method text not null,
  shipping_name title not null,
  -- Days from placing to the door, as they were promised.
  days_from integer not null check (days_from >= 0),
  days_to integer not null check (days_to >= days_from),
  payment_method text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_included boolean not null,
  subtotal money_minor not null,
  discount money_minor not null,
  coupon_discount money_minor not null,
  shipping money_minor not null,
  tax money_minor not null,
  total money_minor not null,
  paid money_minor not null default 0,
  refunded money_minor not null default 0,
  coupon_id integer,
  coupon_code text,
  -- Where it was placed, for the links in its mails: scheme and host.
  origin text not null check (length(origin) <= 300),
  customer_note text not null default '' check (length(customer_note) <= 1000),
  carrier text not null default '' check (length(carrier) <= 100),
  tracking text not null default '' check (length(tracking) <= 100),
  tracking_url text not null default '' check (length(tracking_url) <= 500),
  -- What a search in the dashboard looks at, in small letters: number, name, e-mail, products.
  words text not null,
  placed_at timestamptz not null default now(),
  -- Until then the pieces are put aside for who has not paid yet; null: they are sold, or given back.
  reserved_until timestamptz,
  confirmed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  closed_at timestamptz,
  primary key (config_id, id),
  unique (config_id, number),
  foreign key (config_id, user_id) references app_user on delete set null (user_id),
  foreign key (config_id, shopper_id) references shopper on delete set null (shopper_id),
  foreign key (config_id, coupon_id) references coupon,
  constraint order_adds_up check (
    total = subtotal - discount - coupon_discount + shipping + case when tax_included then 0 else tax end),
  constraint order_not_refunded_beyond_paid check (refunded <= paid),
  check ((status = 'pending') = (reserved_until is not null))
);
create index shop_order_newest on shop_order (config_id, placed_at desc, id desc);
create index shop_order_status on shop_order (config_id, status, placed_at desc, id desc);
create index shop_order_user on shop_order (config_id, user_id, id desc) where user_id is not null;
create index shop_order_shopper on shop_order (config_id, shopper_id) where shopper_id is not null;
create index shop_order_coupon on shop_order (config_id, coupon_id) where coupon_id is not null;
create index shop_order_reserved on shop_order (reserved_until) where reserved_until is not null;
create index shop_order_words on shop_order using gin (words gin_trgm_ops);

-- The states of an order and the ways between them; nothing else can be written, whoever writes.
create function require_order_move() returns trigger language plpgsql as $$
begin
  if not (old.status, new.status) in (
    ('pending', 'confirmed'), ('pending', 'cancelled'), ('confirmed', 'shipped'), ('confirmed', 'cancelled'),
    ('confirmed', 'refunded'), ('shipped', 'delivered'), ('shipped', 'returned'), ('shipped', 'refunded'),
    ('delivered', 'returned'), ('delivered', 'refunded'), ('returned', 'refunded')
  ) then
    raise exception 'An order that is % cannot become %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger shop_order_moves before update of status on shop_order
  for each row when (old.status <> new.status) execute function require_order_move();

-- The columns of a line are its steps: price, less offer, less its share of the coupon, and the tax in it or on top.
create table order_line (
  config_id integer not null,
  order_id integer not null,
  position integer not null check (position >= 0),
  product_id integer not null,
  variant_id integer not null,
  name title not null,
  -- Pairs of name and value, in their order: [["Colour", "Sage"]].
  options jsonb not null check (jsonb_typeof(options) = 'array'),
  sku text not null default '',
  quantity integer not null check (quantity between 1 and 999),
  price money_minor not null,
  offer basis_points not null,
  gst basis_points not null,
  subtotal money_minor not null,
  discount money_minor not null,
  coupon_discount money_minor not null,
  tax money_minor not null,
  total money_minor not null,
  -- Pieces that were paid back, and those of them that are for sale again.
  refunded_quantity integer not null default 0,
  refunded_amount money_minor not null default 0,
  primary key (config_id, order_id, position),
  unique (config_id, order_id, variant_id),
  foreign key (config_id, order_id) references shop_order,
  foreign key (config_id, product_id) references product,
  foreign key (config_id, variant_id) references variant,
  constraint line_price_times_pieces check (subtotal = price * quantity),
  constraint line_offer check (discount = subtotal - ((price * (10000 - offer) + 5000) / 10000) * quantity),
  constraint line_adds_up check (total - (subtotal - discount - coupon_discount) in (0, tax)),
  constraint line_not_refunded_beyond check (
    refunded_quantity between 0 and quantity and refunded_amount <= total)
);
create index order_line_product on order_line (config_id, product_id);
create index order_line_variant on order_line (config_id, variant_id);

-- What happened to an order, and who did it; also what staff and customer told each other.
create table order_event (
  config_id integer not null,
  id bigint generated always as identity,
  order_id integer not null,
  at timestamptz not null default now(),
  kind text not null check (kind ~ '^[a-z_]+$'),
  actor_id integer,
  actor_name text not null check (length(actor_name) between 1 and 200),
  note text not null default '' check (length(note) <= 2000),
  -- Whether the customer sees it.
  is_public boolean not null,
  primary key (config_id, id),
  foreign key (config_id, order_id) references shop_order
);
create index order_event_order on order_event (config_id, order_id, id);

-- Which order used which coupon. `customer` is `user:12` or `email:a@b`; both are written for who is signed in.
create table coupon_use (
  config_id integer not null,
  coupon_id integer not null,
  order_id integer not null,
  customer text not null check (length(customer) between 6 and 300),
  once boolean not null,
  primary key (config_id, coupon_id, order_id, customer),
  foreign key (config_id, coupon_id) references coupon,
  foreign key (config_id, order_id) references shop_order
);
create unique index coupon_use_once on coupon_use (config_id, coupon_id, customer) where once;
create index coupon_use_order on coupon_use (config_id, order_id);
