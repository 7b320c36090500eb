-- A provider may turn down a refund days after it has taken it: it is asked for until that cannot happen any more, and its
-- news find it. `due_at` says when, `infinity`: never again.
update refund set due_at = 'infinity'
where status = 'failed' or (status = 'done' and (reference is null or created_at < now() - interval '45 days'));

-- squawk-ignore require-concurrent-index-deletion
drop index refund_waiting;
create index refund_due on refund (due_at) where status <> 'failed';
create index refund_reference on refund (reference) where reference is not null;
-- What waits for somebody of the shop.
create index refund_failed on refund (config_id, order_id) where status = 'failed';
create index payment_asked on payment (config_id, order_id) where look_at is not null;
