import type { ProductStatus } from '#server/modules/catalog/index.ts'
import type { ImportedRow } from '../run/import-kind.ts'

/** A variant as a file describes it. Absent values stay as they are. */
export interface ImportedVariant {
  options: Record<string, string>
  sku?: string | undefined
  /** Major units, before offer and sale price. */
  price?: number | undefined
  /** Major units; null: none, even if the shop has one. */
  salePrice?: number | null | undefined
  /** Units that can be sold. Below 0: orders took more than there was. */
  stock?: number | undefined
  /** A GTIN. */
  barcode?: string | undefined
  /** The number that the maker gives it. */
  mpn?: string | undefined
  /** Where it lies in the stock room. */
  shelf?: string | undefined
  /** Major units for one unit. */
  cost?: number | undefined
  /** Whether the stock is counted. Without it, `stock` says nothing. */
  tracked?: boolean | undefined
  /** Whether orders may take more than there is. */
  sellWhenSoldOut?: boolean | undefined
  /** Address of the image that shows it. */
  image?: string | undefined
}

/** A product as a file describes it, whatever its format. Absent values stay as they are, or get their default. */
export interface ImportedProduct extends ImportedRow {
  /** Names the product in the file and becomes its slug. */
  handle: string
  /** The file has no handle: the SKU decides which product it means, before the name. */
  isHandleDerived: boolean
  /** Where it is in the shop that the file comes from. */
  oldPaths?: string[]
  name?: string | undefined
  status?: ProductStatus | undefined
  category?: string | undefined
  subcategory?: string | undefined
  description?: string | undefined
  options: string[]
  variants: ImportedVariant[]
  /** Basis points. */
  offer?: number | undefined
  /** Basis points. */
  gst?: number | undefined
  /** As ISO 8601; null: at once. */
  saleStartsAt?: string | null | undefined
  /** As ISO 8601; null: without end. */
  saleEndsAt?: string | null | undefined
  /** Code or name of a tax class. */
  taxClass?: string | undefined
  hsn?: string | undefined
  brand?: string | undefined
  /** ISO 3166. */
  origin?: string | undefined
  /** Grams. */
  weight?: number | undefined
  isNew?: boolean | undefined
  images: { url: string; alt: string }[]
  specifications: { name: string; description: string }[]
  /** Values of custom fields by their keys, as the file has them; an empty one removes the value. */
  customFields?: { key: string; value: string }[] | undefined
  searchTitle?: string | undefined
  searchDescription?: string | undefined
}
