-- What customers photographed for a return.
create table order_return_photo (
  config_id integer not null,
  return_id integer not null,
  position smallint not null check (position between 0 and 3),
  file text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  primary key (config_id, return_id, position),
  foreign key (config_id, return_id) references order_return (config_id, id) on delete cascade
);
create index order_return_photo_file on order_return_photo (file);
