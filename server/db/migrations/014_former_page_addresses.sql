-- Where a page of text stood before its address was changed: the old one leads on.

create table content_page_history (
  config_id integer not null references shop on delete cascade,
  slug page_slug not null,
  page_id integer not null,
  replaced_at timestamptz not null default now(),
  primary key (config_id, slug),
  foreign key (config_id, page_id) references content_page on delete cascade
);
create index content_page_history_page on content_page_history (config_id, page_id);

create function keep_old_page_slug() returns trigger language plpgsql as $$
begin
  insert into content_page_history (config_id, slug, page_id) values (old.config_id, old.slug, old.id)
  on conflict (config_id, slug) do update set page_id = excluded.page_id, replaced_at = now();
  return null;
end $$;
create trigger content_page_keeps_old_slug after update of slug on content_page for each row
  when (old.slug is distinct from new.slug) execute function keep_old_page_slug();
