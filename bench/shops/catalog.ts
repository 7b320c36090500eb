import { links } from '#contract/links.ts'
import { askJson, type BenchRequest } from '../load/request.ts'

/** The category list, which open pages poll every 5 seconds. */
export const categoryList: BenchRequest = { method: 'GET', path: '/api/productcategory/category' }

/** The first page of a product list. */
export const productList: BenchRequest = {
  method: 'POST',
  path: '/api/product/getproduct',
  json: { limit: 20, page: 1 },
}

/** Page URLs of a shop, taken from its own lists. */
export interface Pages {
  home: string
  /** One per category. */
  categories: [string, ...string[]]
  /** Up to `limit` products, at most 1,000. */
  products: [string, ...string[]]
  /** The names of these products. */
  names: [string, ...string[]]
}

/** Reads the URLs of the shop's categories and newest products. */
export async function findPages(port: number, limit = 20): Promise<Pages> {
  const { data } = await askJson<{ data: { slug: string }[] }>(port, categoryList)
  // Without page and limit the answer has up to 1,000 products.
  const { response } = await askJson<{ response: { productid: number; productname: string }[] }>(port, {
    ...productList,
    json: {},
  })
  const some = response.slice(0, limit)
  return {
    home: links.home(),
    categories: atLeastOne(data.map(({ slug }) => links.listing(slug))),
    products: atLeastOne(some.map(({ productid }) => links.product(productid))),
    names: atLeastOne(some.map(({ productname }) => productname)),
  }
}

function atLeastOne<T>([first, ...rest]: T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('The shop has no categories or no products')
  return [first, ...rest]
}
