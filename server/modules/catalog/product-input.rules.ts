import type { z } from 'zod'
import type { updateProductInput } from '#contract/product.ts'
import { AppError } from '#server/http/errors.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import type { ProductInput, ProductState, VariantInput } from './product.rules.ts'

/** What the calls of a product send, beside its id and version. */
export type SentProduct = Partial<Omit<z.output<typeof updateProductInput>, 'productid' | 'version'>>

type Changes = Partial<Omit<ProductInput, 'createdAt'>>

interface Known {
  /** ISO 4217 */
  currency: string
  /** File names of the pictures that came along, by their place. */
  uploads: readonly string[]
  /** The product as it is; absent for a new one. */
  before?: ProductState
}

/** What was sent in the form that the write functions take: minor units, hundredths of a percent. AppError 400 with issues. */
export function changesOf(sent: SentProduct, known: Known): Changes {
  const variants = variantsOf(sent, known)
  const options = sent.options ?? (variants && sent.variants && Object.keys(variants[0]?.options ?? {}))
  const changes: Changes = {
    name: sent.productname,
    slug: sent.slug,
    description: sent.productdescription,
    categoryId: sent.productcategoryid,
    subcategoryId: sent.productsubcategoryid,
    status: sent.status,
    isNew: sent.is_new,
    offer: basisPoints(sent.productoffer),
    gst: basisPoints(sent.productgst),
    weight: sent.productweight === undefined ? undefined : (sent.productweight ?? 0),
    options,
    variants,
    pictures: picturesOf(sent, known),
    specifications: sent.productspecification?.map((pair) => ({
      specificationId: pair.productspecificationid,
      description: pair.productspecificationdescription,
    })),
    searchTitle: sent.search_title,
    searchDescription: sent.search_description,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Percent as hundredths; an empty field is none. */
function basisPoints(percent: number | null | undefined): number | undefined {
  return percent === undefined ? undefined : Math.round((percent ?? 0) * 100)
}

function variantsOf(sent: SentProduct, { currency, before }: Known): VariantInput[] | undefined {
  const price = sent.productprice === undefined ? undefined : minorOf(sent.productprice, currency)
  const stock = sent.stock ?? undefined
  if (sent.variants && sent.variants.length > 0) {
    const alone = sent.variants.length === 1
    return sent.variants.map((variant, i) => ({
      ...(variant.variantid && { id: variant.variantid }),
      sku: variant.sku ?? null,
      options: variant.options ?? {},
      price: minorOf(variant.price, currency) ?? price ?? refuse(`variants.${i}.price`, needed),
      picture: variant.picture ?? null,
      ...stockOf(variant.stock ?? (alone ? stock : undefined)),
    }))
  }
  if (!before) return [{ price: price ?? refuse('productprice', needed), ...stockOf(stock) }]
  const [first, ...others] = before.variants
  if ((price === undefined && stock === undefined) || !first) return undefined
  if (others.length === 0) return [{ ...first, price: price ?? first.price, ...stockOf(stock) }]
  const lowest = Math.min(...before.variants.map((variant) => variant.price))
  const which = stock !== undefined ? 'stock' : price !== lowest && 'productprice'
  if (which) refuse(which, 'This product has several variants: give price and stock of each')
  return undefined
}

const stockOf = (stock: number | undefined) => (stock === undefined ? {} : { stock })

const minorOf = (major: number | null | undefined, currency: string): number | undefined =>
  major === undefined || major === null ? undefined : toMinor(major, currency)

const needed = 'A price is needed'

function refuse(path: string, message: string): never {
  throw new AppError(400, 'invalid_input', message, [{ path, message }])
}

/** Those that are named, in that order, and after them the files that came along without being named. */
function picturesOf(sent: SentProduct, { uploads, before }: Known): ProductInput['pictures'] {
  if (!sent.pictures && uploads.length === 0) return undefined
  const placed = new Set<number>()
  const named = (sent.pictures ?? before?.pictures ?? []).map((picture, i) => {
    if ('file' in picture) return picture
    const file = uploads[picture.upload] ?? refuse(`pictures.${i}.upload`, 'No such file came along')
    placed.add(picture.upload)
    return { file, alt: picture.alt }
  })
  const added = uploads.flatMap((file, i) => (placed.has(i) ? [] : { file, alt: sent.alt?.[i] ?? '' }))
  // Of equal files, which are one picture, the first is kept.
  return [...Map.groupBy([...named, ...added], ({ file }) => file).values()].flatMap(([first]) => first ?? [])
}
