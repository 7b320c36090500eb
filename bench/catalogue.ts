import { links } from '#contract/links.ts'
import { askFor, type BenchRequest } from './load/request.ts'

/** The category list that open shops ask for every 5 seconds. */
export const categoryList: BenchRequest = { method: 'GET', path: '/api/productcategory/category' }

/** The first page of a product list. */
export const productList: BenchRequest = {
  method: 'POST',
  path: '/api/product/getproduct',
  json: { limit: 20, page: 1 },
}

const bodyOf = async (port: number, request: BenchRequest) => {
  const plain = { ...request, headers: { 'accept-encoding': 'identity' } }
  return JSON.parse((await askFor(200, port, plain)).body.toString()) as unknown
}

/** Addresses of pages in a shop, as the shop itself lists them. */
export interface Pages {
  home: string
  /** Of each category. */
  categories: [string, ...string[]]
  /** Of up to `limit` products, 1,000 at most. */
  products: [string, ...string[]]
  /** What these products are called. */
  names: [string, ...string[]]
}

/** Asks the shop for the addresses of its categories and newest products. */
export async function findPages(port: number, limit = 20): Promise<Pages> {
  const { data } = (await bodyOf(port, categoryList)) as { data: { slug: string }[] }
  // Without page and limit the list has up to 1,000 products.
  const { response } = (await bodyOf(port, { ...productList, json: {} })) as {
    response: { productid: number; productname: string }[]
  }
  const some = response.slice(0, limit)
  return {
    home: links.home(),
    categories: atLeastOne(data.map(({ slug }) => links.browse(slug))),
    products: atLeastOne(some.map(({ productid }) => links.product(productid))),
    names: atLeastOne(some.map(({ productname }) => productname)),
  }
}

function atLeastOne<T>([first, ...rest]: T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('The shop has no categories or no products')
  return [first, ...rest]
}
