import type { Database } from '#server/db/connect.ts'
import { listIdentified } from '#server/modules/catalog/index.ts'
import { parseProductId, parseVariantId } from '../ids.ts'

/** What an identifier names: a product or, with a `variantId`, one variant of it. */
export interface Named {
  productId: number
  variantId: number | null
}

/** Longer texts are neither SKUs nor slugs. */
const MAX_TEXT = 120

/**
 * What the identifiers name among the products that shoppers can see: an id before a SKU, a SKU before a handle. Unknown
 * identifiers are missing.
 */
export async function resolve(
  db: Database,
  shopId: number,
  identifiers: readonly string[],
): Promise<Map<string, Named>> {
  const rows = await listIdentified(db, shopId, {
    productIds: identifiers.flatMap((text) => parseProductId(text) ?? []),
    variantIds: identifiers.flatMap((text) => parseVariantId(text) ?? []),
    texts: identifiers.filter(isText),
  })
  return new Map(
    identifiers.flatMap((text): [string, Named][] => {
      const productId = parseProductId(text)
      const variantId = parseVariantId(text)
      const row =
        rows.find((one) => one.variantId === null && one.productId === productId) ??
        rows.find((one) => one.variantId !== null && one.variantId === variantId) ??
        rows.find(({ sku }) => sku === text) ??
        rows.find(({ slug }) => slug === text)
      return row ? [[text, { productId: row.productId, variantId: row.variantId }]] : []
    }),
  )
}

/** PostgreSQL stores no NUL. */
const isText = (text: string) => text.length > 0 && text.length <= MAX_TEXT && !text.includes('\0')
