import { sql, type RawBuilder } from 'kysely'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue } from '#contract/custom-fields/custom-value.ts'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { dateLocale } from '#contract/date-locale.ts'
import { links } from '#contract/links.ts'
import { formatMoney, toMinor } from '#server/modules/pricing/index.ts'

/** A public value of a product, as `publicValues` selects it. */
export interface PublicValue {
  name: string
  kind: CustomField['kind']
  property: NonNullable<CustomField['schemaProperty']> | null
  value: CustomValue
  /** What a reference leads to, unless shoppers cannot see it. */
  target: { kind: 'product' | 'category'; id: number; name: string; slug: string } | null
}

/** SQL: the public values of the product `p`, by the names of their fields. */
export const publicValues: RawBuilder<PublicValue[]> = sql`array(
  select json_build_object('name', f.name, 'kind', f.kind, 'property', f.schema_property, 'value', c.extra -> f.key,
    'target', case when f.kind = 'reference' then coalesce(
      (select json_build_object('kind', 'product', 'id', r.id, 'name', r.name, 'slug', r.slug) from product r
        where f.target = 'product' and r.config_id = c.config_id and r.id = (c.extra -> f.key)::integer
          and r.status = 'live' and r.deleted_at is null),
      (select json_build_object('kind', 'category', 'id', r.id, 'name', r.name, 'slug', r.slug) from category r
        where f.target = 'category' and r.config_id = c.config_id and r.id = (c.extra -> f.key)::integer)) end)
  from custom_values c
  join custom_field f on f.config_id = c.config_id and f.subject = 'product' and f.is_public and c.extra ? f.key
  where c.config_id = p.config_id and c.subject = 'product' and c.subject_id = p.id
  order by lower(f.name), f.id)`

/** A public value as the product page shows it; nothing for a reference to what shoppers cannot see. */
export function publicDetail(
  { name, kind, property, value, target }: PublicValue,
  shop: { currency: string; locale: string },
): ProductDetail['details'] {
  if (kind === 'reference' && target === null) return []
  const detail = { name, description: describe(kind, value, shop), ...(property && { property }) }
  if (kind === 'link') return [{ ...detail, link: String(value) }]
  if (kind === 'image') return [{ ...detail, image: String(value) }]
  if (target === null) return [detail]
  const link = target.kind === 'product' ? links.product(target.id) : links.listing(target.slug)
  return [{ ...detail, description: target.name, link }]
}

function describe(
  kind: CustomField['kind'],
  value: CustomValue,
  { currency, locale }: { currency: string; locale: string },
): string {
  if (kind === 'number')
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }).format(Number(value))
  if (kind === 'money') return formatMoney(toMinor(Number(value), currency), currency, locale)
  if (kind === 'yes_no') return value === true ? 'Yes' : 'No'
  if (kind === 'link') return URL.parse(String(value))?.host ?? String(value)
  if (kind !== 'date') return String(value)
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone: 'UTC' })
  return day.format(new Date(String(value)))
}
