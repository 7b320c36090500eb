import type { Picture } from '#contract/fields.ts'
import type { ProductCard } from '#contract/product.ts'

/** What is kept of a viewed product: enough to know it again. No price, which may change. */
export interface ViewedProduct {
  productid: number
  productcategoryid: number
  productname: string
  picture: Picture | null
}

/** Eight others can be shown beside the one on the page. */
const most = 9

/** Reads the list from the browser's storage; whatever else stands there counts as nothing. */
export function readViewed(stored: string | null): ViewedProduct[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(isViewed).slice(0, most) : []
  } catch {
    return []
  }
}

/** The list with a product put first, once. */
export function withViewed(list: readonly ViewedProduct[], product: ProductCard): ViewedProduct[] {
  const { productid, productcategoryid, productname, pictures } = product
  const others = list.filter((other) => other.productid !== productid)
  return [{ productid, productcategoryid, productname, picture: pictures[0] ?? null }, ...others].slice(
    0,
    most,
  )
}

function isViewed(item: unknown): item is ViewedProduct {
  const { productid, productcategoryid, productname, picture } = (item ?? {}) as Record<string, unknown>
  return (
    Number.isInteger(productid) &&
    Number.isInteger(productcategoryid) &&
    typeof productname === 'string' &&
    (picture === null || isPicture(picture))
  )
}

function isPicture(item: unknown): item is Picture {
  const { file, width, height, alt } = (item ?? {}) as Record<string, unknown>
  return (
    typeof file === 'string' && typeof alt === 'string' && Number.isInteger(width) && Number.isInteger(height)
  )
}
