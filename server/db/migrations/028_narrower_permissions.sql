-- squawk-ignore-file constraint-missing-not-valid, disallowed-unique-constraint
-- Refunds, exports of personal data, reports and events get permissions of their own, keys can be read-only, and an
-- invitation has a second link that staff copy. Roles and keys keep everything that they could do before.

alter table role drop constraint role_permissions_check;
update role set permissions = permissions
  || case when 'orders' = any (permissions) then array['refunds', 'reports'] else '{}' end
  || case when 'settings' = any (permissions) then array['events'] else '{}' end
  || case when permissions && array['orders', 'customers', 'content', 'settings', 'staff'] then array['exports'] else '{}' end;
alter table role add constraint role_permissions_check check (permissions <@ array[
  'catalog', 'orders', 'refunds', 'customers', 'exports', 'reports', 'marketing', 'content', 'settings', 'events', 'staff']);

alter table api_key drop constraint api_key_permissions_check;
update api_key set permissions = permissions
  || case when 'orders' = any (permissions) then array['refunds', 'reports'] else '{}' end
  || case when 'settings' = any (permissions) then array['events'] else '{}' end
  || case when permissions && array['orders', 'customers', 'content', 'settings'] then array['exports'] else '{}' end;
alter table api_key
  add constraint api_key_permissions_check check (permissions <@ array[
    'catalog', 'orders', 'refunds', 'customers', 'exports', 'reports', 'marketing', 'content', 'settings', 'events']),
  -- The key can read and changes nothing.
  add column read_only boolean not null default false;

-- The SHA-256 of the link that staff copied last. Unlike the emailed link it proves no address.
alter table invitation add column copied_token_hash bytea unique check (length(copied_token_hash) = 32);
