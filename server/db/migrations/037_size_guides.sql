-- The new columns are empty, so checking them takes no time.
-- squawk-ignore-file adding-foreign-key-constraint, constraint-missing-not-valid
-- The content page with the size guide of a category's products. A subcategory's page comes before its category's.
alter table category add column size_guide page_slug,
  add constraint category_size_guide_fkey foreign key (config_id, size_guide)
    references content_page (config_id, slug) on update cascade;
alter table subcategory add column size_guide page_slug,
  add constraint subcategory_size_guide_fkey foreign key (config_id, size_guide)
    references content_page (config_id, slug) on update cascade;
