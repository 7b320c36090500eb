-- Lists of the dashboard that read a whole table: comments to be looked at, mails of one kind or to one
-- person, and how many products a category has.

-- Pages in the order of time, with and without a status, and the count of each, from the index alone.
create index comment_newest on comment (config_id, created_at desc, id desc) include (status);
create index comment_status on comment (config_id, status, created_at desc, id desc);

create index mail_recipient on mail (config_id, recipient, id);
create index mail_template on mail (config_id, template, id);

-- Whatever their status; deleting a category, or a subcategory, asks the same.
create index product_kept on product (config_id, kept_category_id, subcategory_id) where kept_category_id is not null;

-- Who searches comments finds their words, their authors, and all comments on a product.
create index comment_words on comment using gin (lower(body || ' ' || author_name) gin_trgm_ops);
create index comment_any on comment (config_id, product_id);
