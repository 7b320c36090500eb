import type { ProductFilter } from '#contract/catalog/product.ts'
import { colours, materials, type KnownCatalog, type KnownProduct } from './catalog.ts'

/** A reference implementation of product filters in plain JavaScript. */
export interface Wish extends ProductFilter {
  productcategoryid?: number
  productsubcategoryid?: number
  minprice?: number
  maxprice?: number
  instock?: boolean
  is_new?: boolean
  onsale?: boolean
  minrating?: number
}

/**
 * Whether shoppers see the product and it matches the filter, except for the `ignored` part (`price`,
 * `specs.Colour`).
 */
export function meets(
  { input, live, sale, inStock, stars, facets }: KnownProduct,
  wish: Wish,
  ignored = '',
): boolean {
  const holds = (name: string, wished: unknown, is: () => boolean) =>
    wished === undefined || name === ignored || is()
  return (
    live &&
    holds('category', wish.productcategoryid, () => input.categoryId === wish.productcategoryid) &&
    holds(
      'subcategory',
      wish.productsubcategoryid,
      () => input.subcategoryId === wish.productsubcategoryid,
    ) &&
    holds('q', wish.q, () => isFound(input, wish.q ?? '')) &&
    holds('price', wish.minprice, () => sale >= Math.round((wish.minprice ?? 0) * 100)) &&
    holds('price', wish.maxprice, () => sale <= Math.round((wish.maxprice ?? 0) * 100)) &&
    holds('instock', wish.instock, () => inStock === wish.instock) &&
    holds('is_new', wish.is_new, () => isNew(input) === wish.is_new) &&
    holds('onsale', wish.onsale, () => (input.offer ?? 0) > 0 === wish.onsale) &&
    holds('rating', wish.minrating, () => averageOf(stars) >= (wish.minrating ?? 0)) &&
    Object.entries(wish.specs ?? {}).every(([name, values]) =>
      holds(`specs.${name}`, values[0], () => values.some((value) => facets.has(`${name}: ${value}`))),
    )
  )
}

/** Marked as new and at most 30 days old. */
const isNew = ({ isNew: marked = false, createdAt }: KnownProduct['input']): boolean =>
  marked && (createdAt?.getTime() ?? Infinity) > Date.now() - 30 * 86_400_000

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("'", '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether each word is part of a word of the name, or a word of another field. Without stemming and misspellings. */
function isFound({ name, variants, specifications = [] }: KnownProduct['input'], q: string): boolean {
  const others = [
    ...specifications.map(({ description }) => description),
    ...variants.flatMap(({ options = {} }) => Object.values(options)),
  ].flatMap(splitWords)
  const asked = splitWords(q)
  const isMet = (word: string) =>
    splitWords(name).some((part) => part.includes(word)) || others.includes(word)
  return asked.length > 0 && asked.every(isMet)
}

/** 0 without ratings. */
function averageOf(stars: number[]): number {
  return stars.reduce((sum, each) => sum + each, 0) / Math.max(stars.length, 1)
}

/** The ids of matching products in the filter's order. Does not compute relevance. */
export function expectedIds({ products }: KnownCatalog, wish: Wish): number[] {
  return products
    .filter((product) => meets(product, wish))
    .sort(orderOf(wish))
    .map(({ id }) => id)
}

type Order = (a: KnownProduct, b: KnownProduct) => number

const by =
  (...keys: ((product: KnownProduct) => number | Buffer)[]): Order =>
  (a, b) => {
    for (const key of keys) {
      const [left, right] = [key(a), key(b)]
      const difference = Buffer.isBuffer(left)
        ? Buffer.compare(left, right as Buffer)
        : left - (right as number)
      if (difference !== 0) return difference
    }
    return 0
  }

const age = ({ input }: KnownProduct) => -(input.createdAt?.getTime() ?? 0)
const lowerName = ({ input }: KnownProduct) => input.name.toLowerCase()

function orderOf({ sort = 'newest' }: Wish): Order {
  switch (sort) {
    case 'price_asc':
      return by(
        ({ sale }) => sale,
        ({ id }) => id,
      )
    case 'price_desc':
      return by(
        ({ sale }) => -sale,
        ({ id }) => -id,
      )
    case 'name':
      return by(
        (product) => Buffer.from(lowerName(product)),
        ({ id }) => id,
      )
    case 'relevance':
    case 'newest':
      return by(age, ({ id }) => -id)
  }
}

const texts = ['mug', 'TIDAL', ' oak ', '%', '_', '\\', '"', "o'neil", 'कप', 'मग', 'zzz', '1']
const amounts = [99, 216.56, 249.5, 300, 499]

/** A random filter; `random` returns numbers from 0 to 1. */
export function randomWish(random: () => number, { categoryIds, subcategories }: KnownCatalog): Wish {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const maybe = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined)
  const some = (values: readonly string[]) => values.filter(() => random() < 0.5)
  return defined({
    productcategoryid: maybe(0.4, () => pick(categoryIds)),
    productsubcategoryid: maybe(0.3, () => pick(subcategories).id),
    q: maybe(0.2, () => pick(texts)),
    minprice: maybe(0.2, () => pick(amounts)),
    maxprice: maybe(0.2, () => pick(amounts)),
    instock: maybe(0.2, () => random() < 0.7),
    is_new: maybe(0.1, () => random() < 0.5),
    onsale: maybe(0.2, () => random() < 0.7),
    minrating: maybe(0.2, () => pick([1, 3, 4])),
    specs: maybe(0.5, () => ({
      Colour: some(colours),
      ...maybe(0.5, () => ({ Material: some(materials) })),
      ...maybe(0.2, () => ({ Size: ['Small'] })),
    })),
    sort: maybe(0.7, () => pick(['relevance', 'newest', 'price_asc', 'price_desc', 'name'] as const)),
  })
}

/** Removes undefined values, as JSON does. */
function defined<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
