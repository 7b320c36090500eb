import type { z } from 'zod'
import type { updateProductInput } from '#contract/catalog/product.ts'
import { readVideo, unknownVideo } from '#contract/catalog/video.ts'
import { AppError } from '#server/http/errors.ts'
import { enteredToMinor, MAX_PRICE, toMinor } from '#server/modules/pricing/index.ts'
import {
  optionsKey,
  type ProductInput,
  type ProductState,
  type VariantInput,
  type VariantState,
} from './product.rules.ts'

/** The product fields of a request, without id and version. */
export type SentProduct = Partial<Omit<z.output<typeof updateProductInput>, 'productid' | 'version'>>

type Changes = Partial<Omit<ProductInput, 'createdAt'>>

interface InputContext {
  /** ISO 4217 */
  currency: string
  /** File names of the uploaded images, in the order of upload. */
  uploads: readonly string[]
  /** The stored product; absent for a new one. */
  before?: ProductState
}

/** The request in the form of the write functions: minor units and basis points. AppError 400 with issues. */
export function productChanges(sent: SentProduct, context: InputContext): Changes {
  const variants = variantsOf(sent, context)
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
    saleStartsAt: isoOf(sent.sale_starts_at),
    saleEndsAt: isoOf(sent.sale_ends_at),
    gst: basisPoints(sent.productgst),
    taxClass: sent.taxclass,
    hsn: sent.hsn,
    brand: sent.brand,
    origin: sent.origin,
    weight: sent.productweight === undefined ? undefined : (sent.productweight ?? 0),
    options,
    variants,
    images: imagesOf(sent, context),
    specifications: sent.productspecification?.map((pair) => ({
      specificationId: pair.productspecificationid,
      description: pair.productspecificationdescription,
    })),
    searchTitle: sent.search_title,
    searchDescription: sent.search_description,
  }
  return sentFields(changes)
}

/** Percent to basis points; an empty field counts as 0. */
function basisPoints(percent: number | null | undefined): number | undefined {
  return percent === undefined ? undefined : Math.round((percent ?? 0) * 100)
}

function variantsOf(sent: SentProduct, { currency, before }: InputContext): VariantInput[] | undefined {
  const price = minorOf(sent.productprice, currency, 'productprice')
  const stock = sent.stock ?? undefined
  if (sent.variants && sent.variants.length > 0) {
    const isSingle = sent.variants.length === 1
    const written = sent.variants.map((variant, i): VariantInput => ({
      ...keptFields(storedVariant(variant, before)),
      ...(variant.variantid && { id: variant.variantid }),
      sku: variant.sku ?? null,
      options: variant.options ?? {},
      price:
        minorOf(variant.price, currency, `variants.${i}.price`) ??
        price ??
        refuse(`variants.${i}.price`, priceMissing),
      image: variant.image ?? null,
      ...sentFields({
        salePrice: variant.sale_price && minorOf(variant.sale_price, currency, `variants.${i}.sale_price`),
        barcode: variant.barcode,
        mpn: variant.mpn,
        shelf: variant.shelf,
        cost: variant.cost && minorOf(variant.cost, currency, `variants.${i}.cost`),
        tracked: variant.tracked,
        sellWhenSoldOut: variant.sellwhensoldout,
      }),
      ...stockOf(variant.stock ?? (isSingle ? stock : undefined)),
    }))
    const dear = written.findIndex(
      ({ price: full, salePrice }, i) => sent.variants?.[i]?.sale_price && (salePrice ?? 0) >= full,
    )
    if (dear >= 0) refuse(`variants.${dear}.sale_price`, 'Enter a sale price below the price')
    return written
  }
  if (!before) return [{ price: price ?? refuse('productprice', priceMissing), ...stockOf(stock) }]
  const [first, ...others] = before.variants
  if ((price === undefined && stock === undefined) || !first) return undefined
  if (others.length === 0) return [{ ...first, price: price ?? first.price, ...stockOf(stock) }]
  const lowest = Math.min(...before.variants.map((variant) => variant.price))
  const field = stock !== undefined ? 'stock' : price !== lowest && 'productprice'
  if (field) refuse(field, 'This product has several variants. Enter price and stock for each one.')
  return undefined
}

type SentVariant = NonNullable<SentProduct['variants']>[number]

/** The stored variant that a sent one changes: by id, else by options. */
function storedVariant({ variantid, options = {} }: SentVariant, before: ProductState | undefined) {
  return before?.variants.find((stored) =>
    variantid ? stored.id === variantid : optionsKey(stored) === optionsKey({ options }),
  )
}

/** The fields that stay as they are when a request leaves them out, so that a program need not know them. */
const keptFields = (stored: VariantState | undefined) =>
  stored && {
    salePrice: stored.salePrice,
    barcode: stored.barcode,
    mpn: stored.mpn,
    shelf: stored.shelf,
    cost: stored.cost,
  }

/** Without the fields that are absent. */
const sentFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

/** The moment in the form of the write functions. */
const isoOf = (moment: Date | null | undefined) => moment && moment.toISOString()

const stockOf = (stock: number | undefined) => (stock === undefined ? {} : { stock })

function minorOf(major: number | null | undefined, currency: string, path: string): number | undefined {
  if (major === undefined || major === null) return undefined
  const minor = toMinor(major, currency)
  if (minor > MAX_PRICE) refuse(path, 'This price is too high')
  return enteredToMinor(major, currency, path)
}

const priceMissing = 'Enter a price'

function refuse(path: string, message: string): never {
  throw new AppError(400, 'invalid_input', message, [{ path, message }])
}

/** The images of the request in order, then the uploads that it does not place. */
function imagesOf(sent: SentProduct, { uploads, before }: InputContext): ProductInput['images'] {
  if (!sent.images && uploads.length === 0) return undefined
  const placed = new Set<number>()
  const videos = new Map(before?.images.map(({ file, video }) => [file, video]))
  const named = (sent.images ?? before?.images ?? []).map((image, i) => {
    const video = videoPage(image.video, `images.${i}.video`)
    if ('file' in image) return { ...image, video: video === undefined ? videos.get(image.file) : video }
    const file = uploads[image.upload] ?? refuse(`images.${i}.upload`, 'This file was not uploaded')
    placed.add(image.upload)
    return { file, alt: image.alt, video }
  })
  const added = uploads.flatMap((file, i) => (placed.has(i) ? [] : { file, alt: sent.alt?.[i] ?? '' }))
  // Equal files are one image, so duplicates are dropped.
  return [...Map.groupBy([...named, ...added], ({ file }) => file).values()].flatMap(([first]) => first ?? [])
}

/** The page of the video at the address that staff entered; null for an empty one, undefined for an absent one. */
function videoPage(address: string | null | undefined, path: string): string | null | undefined {
  if (address === undefined) return undefined
  const trimmed = address?.trim()
  return trimmed ? (readVideo(trimmed)?.page ?? refuse(path, unknownVideo)) : null
}
