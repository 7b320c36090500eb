import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { getProducts, productDetail, type ProductDetail } from '#contract/catalog/product.ts'
import { shopUrl } from './page.ts'

/** Calls the API of the shop under test, to compute what its pages should show. */
export async function ask<I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  input: z.input<I>,
): Promise<z.output<A>> {
  const answer = await fetch(`${shopUrl}/api/${endpoint.path}`, {
    method: endpoint.method,
    ...(endpoint.method !== 'GET' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  })
  if (!answer.ok) throw new Error(`${endpoint.path} answered ${answer.status}: ${await answer.text()}`)
  return endpoint.answer.parse(await answer.json())
}

const products = new Map<number, ProductDetail>()

/** A demo product that matches, with its current fields. */
export async function findProduct(wanted: (product: ProductDetail) => boolean): Promise<ProductDetail> {
  const { response } = await ask(getProducts, { sort: 'name', page: 1, limit: 100 })
  for (const { productid } of response) {
    const known = products.get(productid)
    // Reads a matching product again, because another test may have changed it.
    if (known && !wanted(known)) continue
    const product = await lookAt(productid)
    if (wanted(product)) return product
  }
  throw new Error('The demo catalog has no such product.')
}

async function lookAt(productid: number): Promise<ProductDetail> {
  const { response: found } = await ask(getProducts, { productid })
  const product = productDetail.parse(found[0])
  products.set(productid, product)
  return product
}
