-- A workbook has sheets, and an import reads one of them.

alter table data_import
  -- Names in their order; none for another file.
  add column sheets text[] not null default '{}',
  -- Null: the first with headings.
  add column sheet text;
