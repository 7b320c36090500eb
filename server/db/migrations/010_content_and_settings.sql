-- What a shop says about itself, and what it answers to comments.

-- Nothing can break what is new: no row has to be looked at.
alter table shop
  add column logo text,
  add column email text not null default '' check (length(email) <= 254),
  add column phone text not null default '' check (length(phone) <= 40),
  add column address text not null default '' check (length(address) <= 500),
  add constraint shop_logo_fkey foreign key (config_id, logo) references picture not valid;

alter table comment
  add column answer text check (length(btrim(answer)) > 0 and length(answer) <= 2000),
  add column answered_at timestamptz;
