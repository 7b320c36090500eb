import type { Image } from '#contract/fields.ts'
import type { ProductCard } from '#contract/catalog/product.ts'

/** A stored viewed product. It has no price, because prices change. */
export interface ViewedProduct {
  productid: number
  productcategoryid: number
  productname: string
  image: Image | null
}

/** The product of the page and eight others. */
const MAX_VIEWED = 9

/** Parses the stored list; invalid data counts as an empty list. */
export function parseViewed(stored: string | null): ViewedProduct[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(isViewed).slice(0, MAX_VIEWED) : []
  } catch {
    return []
  }
}

/** What is stored of a product. */
const viewedOf = ({ productid, productcategoryid, productname, images }: ProductCard): ViewedProduct => ({
  productid,
  productcategoryid,
  productname,
  image: images[0] ?? null,
})

/** Moves or adds a product to the front. */
export function addViewed(list: readonly ViewedProduct[], product: ViewedProduct): ViewedProduct[] {
  const others = list.filter(({ productid }) => productid !== product.productid)
  return [product, ...others].slice(0, MAX_VIEWED)
}

function isViewed(item: unknown): item is ViewedProduct {
  const { productid, productcategoryid, productname, image } = (item ?? {}) as Record<string, unknown>
  return (
    Number.isInteger(productid) &&
    Number.isInteger(productcategoryid) &&
    typeof productname === 'string' &&
    (image === null || isImage(image))
  )
}

function isImage(item: unknown): item is Image {
  const { file, width, height, alt } = (item ?? {}) as Record<string, unknown>
  return (
    typeof file === 'string' && typeof alt === 'string' && Number.isInteger(width) && Number.isInteger(height)
  )
}

const storageKey = 'viewed'

/** The products that this device has viewed, the last one first. Empty if the browser forbids storage. */
export function readViewed(): ViewedProduct[] {
  try {
    return parseViewed(localStorage.getItem(storageKey))
  } catch {
    return []
  }
}

/** Puts a product first. */
export function rememberView(product: ProductCard): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(addViewed(readViewed(), viewedOf(product))))
  } catch {
    // The browser forbids storage.
  }
}
