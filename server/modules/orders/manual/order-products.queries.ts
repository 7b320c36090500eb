import { sql } from 'kysely'
import type { OrderProduct } from '#contract/orders/manual-quote.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { variantsWithBarcode } from '#server/modules/stock/index.ts'
import { lineToView, listItems } from '#server/modules/cart/index.ts'

const MAX_PRODUCTS = 20
/** The matches that are looked up, so that a common word does not join half of the catalog. */
const MAX_CANDIDATES = 200

/**
 * Variants on sale whose name or SKU contains each word of the text, and those with this barcode. The one with exactly this
 * SKU comes first, then those in stock, by name.
 */
export async function findOrderProducts(
  db: Database,
  { shopId, currency }: Pick<ShopContext, 'shopId' | 'currency'>,
  text: string,
): Promise<OrderProduct[]> {
  const q = text.toLowerCase()
  const words = q.split(/\s+/)
  const matches = words.map(
    (word) => sql`(strpos(l.name_key, ${word}) > 0 or strpos(l.sku_key, ${word}) > 0)`,
  )
  const { rows } = await sql<{
    variantid: number
    productid: number
    available: number | null
    sellwhensoldout: boolean
  }>`
    select l.variant_id as variantid, l.product_id as productid, case when l.tracked then l.available end as available,
      l.sell_when_sold_out as sellwhensoldout
    from (
      select config_id, variant_id, product_id, name_key, available, orderable, tracked, sell_when_sold_out,
        sku_key = ${q} as is_exact
      from stock_level l
      where l.config_id = ${shopId} and l.is_listed and ((${sql.join(matches, sql` and `)})
        or l.variant_id in (select found.id from (${variantsWithBarcode(shopId, text)}) found))
      order by is_exact desc, orderable > 0 desc, name_key, variant_id limit ${MAX_CANDIDATES}
    ) l
    join product p on p.config_id = l.config_id and p.id = l.product_id and p.status = 'live'
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    order by l.is_exact desc, l.orderable > 0 desc, l.name_key, l.product_id, v.position, v.id
    limit ${MAX_PRODUCTS}`.execute(db)
  if (rows.length === 0) return []
  const items = rows.map(({ variantid, productid }) => ({ variantid, productid, quantity: 1 }))
  const lines = await listItems(db, shopId, items)
  return lines.map((line, index) => {
    const { productid, variantid, productname, options, image, productprice } = lineToView(line, currency)
    return {
      productid,
      variantid,
      productname,
      options,
      image,
      sku: line.sku,
      catalogprice: productprice,
      available: rows[index]?.available ?? null,
      sellwhensoldout: rows[index]?.sellwhensoldout ?? false,
    }
  })
}
