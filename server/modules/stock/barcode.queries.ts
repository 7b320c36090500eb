import { sql, type RawBuilder } from 'kysely'
import { isGtin, plainBarcode } from '#contract/catalog/gtin.ts'

/**
 * A subquery of the products and variants on sale that have this barcode, as `product_id` and `id`. Without rows if the text is
 * no barcode.
 */
export function variantsWithBarcode(shopId: number, text: string): RawBuilder<unknown> {
  const barcode = plainBarcode(text)
  // A text that cannot be one is not looked up.
  const condition = isGtin(barcode) ? sql`barcode = ${barcode}` : sql`false`
  return sql`select product_id, id from variant where config_id = ${shopId} and retired_at is null and ${condition}`
}
