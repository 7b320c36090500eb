-- Email addresses whose owner has opened a link of the shop, has paid, or has received an order. In lower case.
create table confirmed_address (
  config_id integer not null references shop on delete cascade,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  confirmed_at timestamptz not null default now(),
  primary key (config_id, email)
);

-- The network of an unpaid order to an address that was not confirmed then or since, as a keyed hash; empty after a week.
alter table shop_order add column placed_from text check (length(placed_from) <= 50);
create index shop_order_unconfirmed on shop_order (config_id, placed_from, placed_at) where placed_from is not null;

insert into confirmed_address (config_id, email)
select config_id, lower(email) from app_user where email_verified_at is not null
union
select config_id, lower(email) from shop_order where length(email) >= 3 and (paid > 0 or status = 'delivered');

create function confirm_address(shop integer, address text) returns void language sql as $$
  insert into confirmed_address (config_id, email) select shop, lower(address) where length(address) >= 3
  on conflict do nothing;
$$;

-- Emails that were held back until now are sent, and the orders count for no limit any more. Rows in use are skipped, so that
-- two orders of one address that are delivered at the same moment never wait for each other.
create function release_confirmed_address() returns trigger language plpgsql as $$
begin
  update email set due_at = now() where config_id = new.config_id and id in (
    select id from email where config_id = new.config_id and recipient = new.email and sent_at is null
      and due_at > now() + interval '7 days' for no key update skip locked);
  update shop_order set placed_from = null where config_id = new.config_id and id in (
    select id from shop_order
    where config_id = new.config_id and placed_from is not null and (
      (user_id is null and lower(email) = new.email)
      or user_id in (select u.id from app_user u where u.config_id = new.config_id and lower(u.email) = new.email)
    ) for no key update skip locked);
  return null;
end $$;
create trigger confirmed_address_release after insert on confirmed_address
  for each row execute function release_confirmed_address();

create function confirm_address_of_order() returns trigger language plpgsql as $$
begin
  perform confirm_address(new.config_id, new.email);
  return null;
end $$;
create trigger shop_order_confirm_address after update on shop_order for each row
  when ((new.paid > 0 and old.paid = 0) or (new.status = 'delivered' and old.status <> 'delivered'))
  execute function confirm_address_of_order();
create trigger shop_order_confirm_address_insert after insert on shop_order for each row
  when (new.paid > 0 or new.status = 'delivered')
  execute function confirm_address_of_order();

create function confirm_address_of_user() returns trigger language plpgsql as $$
begin
  perform confirm_address(new.config_id, new.email);
  return null;
end $$;
create trigger app_user_confirm_address after insert or update of email, email_verified_at on app_user for each row
  when (new.email_verified_at is not null)
  execute function confirm_address_of_user();
