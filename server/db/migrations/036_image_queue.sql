-- Uploads whose sizes are made in the background, the newest first. Shops share files, because equal images have one name.
create table image_queue (
  file text primary key check (file ~ '^[0-9a-f]{20}\.webp$'),
  id bigint not null generated always as identity unique
);
