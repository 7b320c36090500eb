import { redirect } from 'react-router'
import type { Call } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import { getProducts, type ProductDetail } from '#contract/product.ts'
import { readId } from '../address-id.ts'
import { findBySlug } from '../find-by-slug.ts'
import { notFound } from '../not-found/not-found.ts'

/**
 * The product that `/product-details/{productid}/{categoryid?}` names. Throws a 301 to the canonical address where a
 * slug, new or old, or another category stands in an id's place, and a 404 where there is no such product.
 */
export async function findProduct(
  call: Call,
  { productId, categoryId }: { productId: string; categoryId?: string | undefined },
  search: string,
): Promise<ProductDetail> {
  const id = readId(productId)
  if (id === undefined) {
    const found = await findBySlug(call, 'product', productId)
    if (!found) throw await notFound(call)
    throw redirect(links.product(found.id) + search, 301)
  }
  const product = (await call(getProducts, { productid: id })).response[0]
  if (!product || !('variants' in product)) throw await notFound(call)
  if (categoryId !== undefined && categoryId !== String(product.productcategoryid)) {
    throw redirect(links.product(id) + search, 301)
  }
  return product
}
