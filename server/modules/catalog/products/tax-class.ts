import { sql } from 'kysely'

/** The class of the shop for products without one, as `shopTaxClass` of modules/tax chooses it; empty: no tax. */
const defaultTaxClass = sql`coalesce(
  (select s.value #>> '{}' from setting s where s.config_id = p.config_id and s.key = 'tax.default_class'),
  (select 'standard' where exists (
    select from setting s where s.config_id = p.config_id
      and case coalesce((select t.value #>> '{}' from setting t
        where t.config_id = p.config_id and t.key = 'tax.country'), 'IN')
      when 'IN' then s.key = 'invoice.gstin' and s.value <> '""'
      else s.key = 'invoice.tax_numbers' and s.value @> '[{"kind": "vat"}]' end)), '')`

/** The class that decides the tax of `product as p` in `category as c`: its own, its percentage, the category, the shop. */
export const effectiveTaxClass = sql`coalesce(
  p.tax_class, case when p.gst > 0 then 'standard' end, c.tax_class, ${defaultTaxClass})`

/** Whether `product as p` in `category as c` is not taxed although staff have not chosen that: no class reaches it. */
export const lacksTaxClass = sql<boolean>`p.tax_class is null and p.gst = 0 and c.tax_class is null
  and not exists (
    select from setting s
    where s.config_id = p.config_id and s.key = 'tax.default_class' and s.value <> 'null')
  and ${defaultTaxClass} = ''`
