import { randomUUID } from 'node:crypto'
import type { BulkResult } from '#contract/catalog/admin/product.ts'
import { askJson } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shop } from '../../shops/shop.ts'
import { rowsOfWork, twoSizes } from './two-sizes.ts'

/** As the dashboard asks for a change of many products. */
const PART_PRODUCTS = 5_000
const MAX_ROUNDS = 3

/** A change of the prices of many products, as staff make it in the product table. */
export async function measureBulkChange(shop: Shop, cookie: string, options: Options): Promise<Row[]> {
  const { few, many } = twoSizes(options)
  const rounds = options.quick ? 1 : Math.min(options.rounds, MAX_ROUNDS)
  const ofFew = { products: few, took: [] as number[] }
  const ofMany = { products: many, took: [] as number[] }
  await changePrices(shop, cookie, few)
  for (let round = 0; round < rounds; round += 1)
    for (const { products, took } of [ofFew, ofMany]) took.push(await changePrices(shop, cookie, products))
  const how = `of ${options.products.toLocaleString('en')}, median of ${rounds}, in parts of ${PART_PRODUCTS.toLocaleString('en')}, with the audit log`
  return rowsOfWork((products) => `Bulk price change of ${products}`, ofFew, ofMany, how)
}

/** Adds 1 to the price of the first products. Returns seconds. */
async function changePrices(shop: Shop, cookie: string, products: number): Promise<number> {
  const start = performance.now()
  let after: number | null = null
  for (let left = products; left > 0; left -= PART_PRODUCTS) {
    const limit = Math.min(left, PART_PRODUCTS)
    const change = { price: { by: 'amount', value: 1 } }
    const { data }: { data: BulkResult } = await askJson(shop.port, {
      method: 'POST',
      path: '/api/admin/products/bulk',
      headers: { cookie, 'idempotency-key': randomUUID() },
      json: { filter: {}, limit, change, ...(after !== null && { after }) },
    })
    if (data.changed !== limit) throw new Error(`${data.changed} of ${limit} products have another price`)
    after = data.next
  }
  return (performance.now() - start) / 1000
}
