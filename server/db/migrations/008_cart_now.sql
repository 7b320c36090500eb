-- What is in a cart at the moment of the call: a volatile function sees what was committed since the statement that calls it
-- began. For statements that lock the shopper first, and may have waited for it.
create function cart_now(shop integer, shopper integer, variant integer, out pieces integer, out lines integer)
language plpgsql volatile as $$
begin
  select max(quantity) filter (where variant_id = variant), count(*) into pieces, lines
  from cart_line where config_id = shop and shopper_id = shopper;
end $$;
