-- Each entry of the audit log that is read asks which one undid it last. Without the id in this index, statistics from
-- before an import made PostgreSQL read the whole log for each of them.

drop index audit_entry_undoes;
create index audit_entry_undoes on audit_entry (undoes, id) where undoes is not null;
