-- Shipments: the day on which they should arrive, and the units that they wait for.
-- The shop is not serving while it migrates.
-- squawk-ignore-file require-concurrent-index-creation

-- The day on which the shop expects a shipment to arrive, as staff promise it. Null: none was promised.
alter table shipment add column expected_on date;

-- The variants of which orders have taken more units than there are. Orders that wait for them are marked.
create index stock_level_owed on stock_level (config_id, variant_id) where on_hand < 0;
