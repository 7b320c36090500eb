-- The page of a video on YouTube or Vimeo; the product's image is its poster.
alter table product_image add column video text
  check (length(video) <= 100 and video ~ '^https://(www\.youtube\.com/watch\?v=|vimeo\.com/)[\w/-]+$');
