import { categoryList, findPages, productList } from '../../shops/catalog.ts'
import type { BenchRequest } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { againstBaselines, type Question } from './against-baselines.ts'

/** Answers from the cache: pages and a list in each encoding that clients ask for, and a 304. */
export async function measurePages(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home, categories, products } = await findPages(shop.port)
  const get = (path: string): BenchRequest => ({
    method: 'GET',
    path,
    headers: { 'accept-encoding': 'br' },
  })
  const answers = [
    ['Home page', get(home)],
    ['Category page', get(categories[0])],
    ['Product page', get(products[0])],
    ['20-product list', productList],
  ] as const
  const questions: Question[] = [
    ...answers.flatMap(([what, request]) => [
      { what: `${what}, cached`, request, marks: { Fastify: 0.8, 'node:http': 0.8 } },
      ...['gzip', 'zstd', 'identity'].map((encoding) => ({
        what: `${what}, cached, as ${encoding}`,
        request: { ...request, headers: { 'accept-encoding': encoding } },
        marks: { 'node:http': 0.8 },
      })),
    ]),
    { what: 'Category list, 304', request: categoryList, revalidate: true, marks: { Fastify: 0.9 } },
  ]
  const rows: Row[] = []
  for (const question of questions) rows.push(...(await againstBaselines(shop, question, options)))
  return rows
}
