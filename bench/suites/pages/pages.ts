import { categoryList, findPages, productList } from '../../shops/catalog.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { againstBaselines, type Question } from './against-baselines.ts'

/** Answers from the cache: pages, the home page in each encoding that clients ask for, a list, and a 304. */
export async function measurePages(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home, categories, products } = await findPages(shop.port)
  const get = (path: string, encoding = 'br') =>
    ({ method: 'GET', path, headers: { 'accept-encoding': encoding } }) as const
  const questions: Question[] = [
    { what: 'Home page, cached', request: get(home), marks: { Fastify: 0.8, 'node:http': 0.8 } },
    ...['gzip', 'zstd', 'identity'].map((encoding) => ({
      what: `Home page, cached, as ${encoding}`,
      request: get(home, encoding),
      marks: { 'node:http': 0.8 },
    })),
    { what: 'Category page, cached', request: get(categories[0]), marks: { Fastify: 0.8 } },
    { what: 'Product page, cached', request: get(products[0]), marks: { Fastify: 0.8 } },
    { what: '20-product list, cached', request: productList, marks: { Fastify: 0.7 } },
    { what: 'Category list, 304', request: categoryList, revalidate: true, marks: { Fastify: 0.9 } },
  ]
  const rows: Row[] = []
  for (const question of questions) rows.push(...(await againstBaselines(shop, question, options)))
  return rows
}
