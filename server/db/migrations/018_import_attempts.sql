-- Imports: how often a step was begun, who has stopped it, and how much its file and rows take.

-- A step that has begun and has not come to an orderly end. It is written outside the transaction of the step, so it survives
-- a process that dies.
create table data_import_attempt (
  config_id integer not null,
  import_id integer not null,
  -- How often it was begun without getting further.
  attempts integer not null default 1 check (attempts > 0),
  -- How many records it had written or undone when it was begun.
  progress integer not null check (progress >= 0),
  primary key (config_id, import_id),
  foreign key (config_id, import_id) references data_import on delete cascade
);

-- A request to stop a step that a job is working on: the job holds the row of the import.
create table data_import_stop (
  config_id integer not null,
  import_id integer not null,
  actor_name text not null check (length(actor_name) between 1 and 200),
  primary key (config_id, import_id),
  foreign key (config_id, import_id) references data_import on delete cascade
);

-- The check allows more than before, so stored rows need no validation.
alter table data_import
  drop constraint data_import_state_check,
  add constraint data_import_state_check check (state in ('mapping', 'checking', 'ready', 'running', 'done', 'undoing', 'undone',
    'failed', 'withdrawn')) not valid,
  -- Of the file and the rows.
  add column stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  -- Since then the file and the rows are deleted.
  add column emptied_at timestamptz;

update data_import i set stored_bytes = coalesce((
  select sum(length(f.bytes)) from data_import_file f where f.config_id = i.config_id and f.import_id = i.id), 0);

create index data_import_kept on data_import (config_id, created_at) where emptied_at is null;

-- Deleting an account also deletes what imports hold of it.
create index data_import_item_email on data_import_item (config_id, lower(content ->> 'email')) where content ? 'email';
