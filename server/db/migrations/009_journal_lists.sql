-- The list of all changes, filtered by who, what and when, at a million of them.

-- squawk-ignore require-concurrent-index-deletion
drop index journal_recent;
create index journal_newest on journal (config_id, at desc, id desc);
create index journal_actor on journal (config_id, actor_id, at desc, id desc);
create index journal_noun on journal (config_id, subject, at desc, id desc);
create index journal_action on journal (config_id, action, at desc, id desc);
create index journal_job on journal (config_id, job) where job is not null;
create index journal_reverts on journal (reverts) where reverts is not null;

-- What a record was called when it was changed; empty where the change says nothing about it.
create function journal_name(before jsonb, after jsonb) returns text language sql immutable parallel safe
return lower(coalesce(after ->> 'name', before ->> 'name', after ->> 'title', before ->> 'title', ''));
create index journal_names on journal using gin (journal_name(before, after) gin_trgm_ops);
