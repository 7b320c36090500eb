-- Addresses of every country. Stored ones are stricter, so they need no validation.

-- Phones are kept as typed, with extensions.
alter table address drop constraint address_phone_check;
alter table address add constraint address_phone_check check (length(phone) <= 40) not valid;
alter table shop_order drop constraint shop_order_phone_check;
alter table shop_order add constraint shop_order_phone_check check (length(phone) <= 40) not valid;

-- Hong Kong has no postal codes, Germany no states, Singapore no cities.
-- A domain becomes its own base type, which rewrites nothing.
-- squawk-ignore changing-column-type
alter table address alter column city type text, alter column state type text;
alter table address add constraint address_city_check check (city = btrim(city) and length(city) <= 200) not valid;
alter table address add constraint address_state_check check (state = btrim(state) and length(state) <= 200) not valid;
alter table address drop constraint address_pincode_check;
alter table address add constraint address_pincode_check check (length(pincode) <= 12) not valid;
alter domain order_address drop constraint order_address_check;
-- squawk-ignore ban-alter-domain-with-add-constraint
alter domain order_address add constraint order_address_check check ((
  value ->> 'fullName' <> '' and value ->> 'line1' <> '' and value ->> 'line2' is not null
  and value ->> 'city' is not null and value ->> 'state' is not null and value ->> 'pincode' is not null
  and value ->> 'country' <> '') is true) not valid;
