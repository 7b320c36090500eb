-- Where a variant lies in the stock room, such as A-12-3; null: not stated. Packing slips and pick lists show it.
alter table variant
  add column shelf text check (shelf = btrim(shelf) and length(shelf) between 1 and 40);
