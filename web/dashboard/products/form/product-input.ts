import type { z } from 'zod'
import type { AdminProduct } from '#contract/catalog/admin/product.ts'
import type { createProductInput } from '#contract/catalog/product.ts'
import { combine, filled, newVariant, type OptionDraft, type VariantDraft } from '../variants/combinations.ts'
import { newSpecification, type ProductDraft } from './product-draft.ts'

type ProductInput = z.input<typeof createProductInput>

/** The form of a stored product. Missing combinations of its options are in the grid, but not offered. */
export function draftOf(product: AdminProduct): ProductDraft {
  const options = product.options.map((name, index) => ({
    key: `option-${index}`,
    name,
    values: valuesOf(product, name),
  }))
  return {
    productname: product.productname,
    productdescription: product.productdescription,
    productcategoryid: String(product.productcategoryid),
    productsubcategoryid: String(product.productsubcategoryid ?? ''),
    productprice: String(product.productprice),
    productoffer: String(product.productoffer),
    sale_starts_at: product.sale_starts_at ?? '',
    sale_ends_at: product.sale_ends_at ?? '',
    productgst: String(product.productgst),
    taxclass: product.taxclass ?? '',
    hsn: product.hsn,
    brand: product.brand,
    origin: product.origin ?? '',
    productweight: String(product.productweight),
    is_new: product.is_new === 1,
    status: product.status,
    options,
    variants: variantsOf(product, options),
    images: product.images.map((image) => ({
      ...image,
      video: image.video ?? '',
      key: image.file,
      name: image.file,
    })),
    specifications: product.productspecification.map((pair) => ({
      ...newSpecification(),
      specificationid: String(pair.productspecificationid),
      description: pair.productspecificationdescription,
    })),
    slug: product.slug,
    search_title: product.search_title ?? '',
    search_description: product.search_description ?? '',
  }
}

const valuesOf = ({ variants }: AdminProduct, option: string) =>
  [...new Set(variants.flatMap(({ options }) => options[option] ?? []))].map((text) => ({ key: text, text }))

function variantsOf(product: AdminProduct, options: readonly OptionDraft[]): VariantDraft[] {
  const stored = product.variants.map((variant) => ({
    ...newVariant(
      Object.fromEntries(options.map(({ key, name }) => [key, variant.options[name] ?? ''] as const)),
    ),
    key: `variant-${variant.variantid}`,
    id: variant.variantid,
    price: options.length > 0 ? String(variant.price) : '',
    salePrice: variant.sale_price === null ? '' : String(variant.sale_price),
    sku: variant.sku ?? '',
    stock: String(variant.stock ?? 0),
    tracked: variant.tracked,
    sellWhenSoldOut: variant.sellwhensoldout,
    image: variant.image,
    barcode: variant.barcode ?? '',
    mpn: variant.mpn ?? '',
    shelf: variant.shelf ?? '',
    cost: variant.cost === null ? '' : String(variant.cost),
  }))
  return combine(options, stored).map((variant) => ({ ...variant, offered: variant.id !== undefined }))
}

/**
 * The input that the form sends. `before` is the form as it opened: unchanged stock is left out, because orders may have
 * changed it since. Without options the product's price is the price of its only variant.
 */
export function inputOf(draft: ProductDraft, before?: ProductDraft): ProductInput {
  const options = filled(draft.options)
  return {
    productname: draft.productname,
    productdescription: draft.productdescription,
    productcategoryid: draft.productcategoryid,
    productsubcategoryid: draft.productsubcategoryid,
    productprice: draft.productprice,
    productoffer: draft.productoffer || '0',
    sale_starts_at: draft.sale_starts_at,
    sale_ends_at: draft.sale_ends_at,
    productgst: draft.taxclass ? '0' : draft.productgst || '0',
    taxclass: draft.taxclass,
    hsn: draft.hsn,
    brand: draft.brand,
    origin: draft.origin,
    productweight: draft.productweight || '0',
    is_new: draft.is_new,
    status: draft.status,
    options: options.map(({ name }) => name.trim()),
    variants: draft.variants
      .filter(({ offered }) => offered)
      .map((variant) => ({
        ...(variant.id !== undefined && { variantid: variant.id }),
        ...(options.length > 0 && variant.price !== '' && { price: variant.price }),
        tracked: variant.tracked,
        sellwhensoldout: variant.tracked && variant.sellWhenSoldOut,
        sale_price: variant.salePrice,
        ...(isStockSent(variant, before) && { stock: variant.stock === '' ? 0 : variant.stock }),
        sku: variant.sku.trim() || null,
        options: optionValues(options, variant),
        image: variant.image,
        barcode: variant.barcode,
        mpn: variant.mpn.trim() || null,
        shelf: variant.shelf.trim() || null,
        cost: variant.cost,
      })),
    images: draft.images.flatMap(({ file, alt, video }) => (file ? [{ file, alt, video }] : [])),
    productspecification: draft.specifications
      .filter(({ specificationid, description }) => specificationid !== '' || description.trim() !== '')
      .map(({ specificationid, description }) => ({
        productspecificationid: specificationid,
        productspecificationdescription: description.trim(),
      })),
    ...(draft.slug && { slug: draft.slug }),
    search_title: draft.search_title,
    search_description: draft.search_description,
  }
}

/** Stock that was not counted before has no units that could still be right. */
function isStockSent({ id, tracked, stock }: VariantDraft, before: ProductDraft | undefined): boolean {
  if (!tracked) return false
  const former = id === undefined ? undefined : before?.variants.find((variant) => variant.id === id)
  return !former?.tracked || former.stock !== stock
}

function optionValues(options: readonly OptionDraft[], { choice }: VariantDraft): Record<string, string> {
  return Object.fromEntries(
    options.map(({ key, name, values }) => {
      const value = values.find((one) => one.key === choice[key])
      return [name.trim(), value?.text.trim() ?? ''] as const
    }),
  )
}
