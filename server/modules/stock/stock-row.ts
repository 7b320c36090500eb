import type { StockRow } from '#contract/stock.ts'

/** A variant with its level and its picture, as the queries of this module select it. */
export interface LevelRow {
  variant_id: number
  product_id: number
  name: string
  options: Record<string, string>
  sku: string | null
  file: string | null
  width: number | null
  height: number | null
  alt: string | null
  on_hand: number
  available: number
  low_at: number | null
}

/** The same for the wire. */
export function stockRowOf(row: LevelRow): StockRow {
  const { file, width, height, on_hand: onHand, available } = row
  return {
    variantid: row.variant_id,
    productid: row.product_id,
    productname: row.name,
    options: row.options,
    sku: row.sku,
    picture: file && width && height ? { file, width, height, alt: row.alt ?? '' } : null,
    on_hand: onHand,
    reserved: onHand - available,
    available,
    low_at: row.low_at,
  }
}
