-- Browsers skip tabs and line breaks and read a backslash as a slash, so such a link could lead to another site.
update banner set link = null where link ~ '[[:cntrl:]\\]' or link like '/.%//%';
