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
  status: '' | ProductStatus
  isNew: '' | '0' | '1'
}

export const noChange: BulkDraft = {
  priceBy: '',
  priceValue: '',
  category: '',
  subcategory: '',
  offer: '',
  status: '',
  isNew: '',
}

/** The input for the server; undefined if nothing changes. */
export function changeOf(draft: BulkDraft): Change | undefined {
  const { priceBy, priceValue, category, subcategory, offer, status, isNew } = draft
  const change: Change = {
    ...(priceBy && priceValue.trim() && { price: { by: priceBy, value: Number(priceValue) } }),
    ...(category && { productcategoryid: category }),
    ...(category && subcategory && subcategory !== 'none' && { productsubcategoryid: subcategory }),
    ...(subcategory === 'none' && { productsubcategoryid: null }),
    ...(offer.trim() && { productoffer: offer.trim() }),
    ...(status && { status }),
    ...(isNew && { is_new: isNew }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
