import type { z } from 'zod'
import type { bulkChange } from '#contract/catalog/admin/product.ts'
import type { ProductStatus } from '#contract/catalog/product.ts'

type Change = z.input<typeof bulkChange>

/** The form of a bulk edit. An empty text leaves a field unchanged. */
export interface BulkDraft {
  priceBy: '' | 'amount' | 'percent'
  priceValue: string
  category: string
  /** `none` removes the subcategory. */
  subcategory: string
  offer: string
  /** `none` removes the sale prices. */
  sale: '' | 'set' | 'none'
  /** Percent below each price. */
  saleValue: string
  /** ISO 8601, or empty. */
  saleStarts: string
  saleEnds: string
  status: '' | ProductStatus
  isNew: '' | '0' | '1'
  /** `*` removes the class, because no class has this code. */
  taxClass: string
  hsn: string
}

export const noChange: BulkDraft = {
  priceBy: '',
  priceValue: '',
  category: '',
  subcategory: '',
  offer: '',
  sale: '',
  saleValue: '',
  saleStarts: '',
  saleEnds: '',
  status: '',
  isNew: '',
  taxClass: '',
  hsn: '',
}

/** The input for the server; undefined if nothing changes. */
export function changeOf(draft: BulkDraft): Change | undefined {
  const { priceBy, priceValue, category, subcategory, offer, sale, saleValue, status, isNew, taxClass, hsn } =
    draft
  const change: Change = {
    ...(priceBy && priceValue.trim() && { price: { by: priceBy, value: Number(priceValue) } }),
    ...(category && { productcategoryid: category }),
    ...(category && subcategory && subcategory !== 'none' && { productsubcategoryid: subcategory }),
    ...(subcategory === 'none' && { productsubcategoryid: null }),
    ...(offer.trim() && { productoffer: offer.trim() }),
    ...(sale === 'none' && { sale: { percent: null } }),
    ...(sale === 'set' &&
      saleValue.trim() && {
        sale: { percent: saleValue.trim(), starts_at: draft.saleStarts, ends_at: draft.saleEnds },
      }),
    ...(status && { status }),
    ...(isNew && { is_new: isNew }),
    ...(taxClass && { taxclass: taxClass === '*' ? null : taxClass }),
    ...(hsn.trim() && { hsn: hsn.trim() }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
