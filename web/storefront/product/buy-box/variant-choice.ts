import type { ProductDetail, Variant } from '#contract/catalog/product.ts'

/** One value of an option with the variant that choosing it selects. */
export interface Choice {
  value: string
  variant: Variant
  /** `other-combination`: does not exist with the other chosen values, so choosing it changes them too. */
  state: 'available' | 'sold-out' | 'other-combination'
}

/** The only variant of a simple product, else the one of `?variant=`, if any. */
export function chosenVariant(variants: readonly Variant[], idText: string | null): Variant | undefined {
  return variants.length === 1 ? variants[0] : variants.find(({ variantid }) => String(variantid) === idText)
}

function sharedOptions(a: Variant, b: Variant): number {
  return Object.entries(a.options).filter(([name, value]) => b.options[name] === value).length
}

/**
 * The values of one option with the variant that each selects. After a first choice, each value keeps the other options
 * if that combination exists. Before it, a value is sold out only if all its variants are.
 */
export function optionChoices(
  option: ProductDetail['options'][number],
  variants: readonly Variant[],
  chosen: Variant | undefined,
): Choice[] {
  return option.values.flatMap((value) => {
    const nearest = variants
      .filter((variant) => variant.options[option.name] === value)
      .sort((a, b) => {
        const nearer = chosen ? sharedOptions(b, chosen) - sharedOptions(a, chosen) : 0
        return nearer || Number(b.stock > 0) - Number(a.stock > 0)
      })
    const variant = nearest[0]
    if (!variant) return []
    const shared = chosen
      ? sharedOptions(variant, { ...chosen, options: { ...chosen.options, [option.name]: value } })
      : 0
    const exact = !chosen || shared === Object.keys(variant.options).length
    return [
      { value, variant, state: !exact ? 'other-combination' : variant.stock > 0 ? 'available' : 'sold-out' },
    ]
  })
}

/** The stock of the chosen variant, or of all variants while none is chosen. */
export function availableStock(variants: readonly Variant[], chosen: Variant | undefined): number {
  return chosen ? chosen.stock : variants.reduce((sum, { stock }) => sum + Math.max(0, stock), 0)
}
