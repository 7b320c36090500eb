import type { FileSettings } from '../formats/cell-reader.ts'
import type { ImportedProduct, ImportedVariant } from './imported-product.ts'

const MAX_SKU = 64

/**
 * A SKU names one variant, but other shops allow it on several, such as all sizes of a shoe. The first keeps it; the others come
 * in without one or, if staff chose so, with the option behind it. `lineOf` tells where a key is in the file already.
 */
export function separateSkus(
  product: ImportedProduct,
  lineOf: (key: string) => number | undefined,
  { addsOptionToSkus }: FileSettings,
): ImportedProduct {
  const own = new Set<string>()
  const notes: string[] = []
  const isFree = (sku: string) => !own.has(sku) && lineOf(`SKU ${sku}`) === undefined
  const variants = product.variants.map((variant): ImportedVariant => {
    const { sku } = variant
    if (sku === undefined) return variant
    if (isFree(sku)) {
      own.add(sku)
      return variant
    }
    const values = Object.values(variant.options)
    const name = values.length > 0 ? `“${values.join(', ')}”` : `“${product.name ?? product.handle}”`
    const longer = [sku, ...values].join('-')
    if (addsOptionToSkus && values.length > 0 && longer.length <= MAX_SKU && isFree(longer)) {
      own.add(longer)
      notes.push(`The SKU ${sku} of ${name} becomes ${longer}`)
      return { ...variant, sku: longer }
    }
    const line = lineOf(`SKU ${sku}`) ?? product.line
    notes.push(`The SKU ${sku} is also on line ${line}, so ${name} comes in without one`)
    return { ...variant, sku: undefined }
  })
  return notes.length === 0 ? product : { ...product, variants, notes: [...product.notes, ...notes] }
}
