-- What a piece weighs, packed, in grams, for delivery that is priced by weight; 0: not known, and counted as nothing.
alter table product add column weight integer not null default 0 check (weight between 0 and 1000000);
