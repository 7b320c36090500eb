import type { ProductDetail, Variant } from '#contract/product.ts'

/** What stands behind one value of an option: the variant that choosing it leads to, and whether it can be had. */
export interface Choice {
  value: string
  variant: Variant
  /** `elsewhere`: not made together with what else is chosen, so choosing it changes that too. */
  state: 'available' | 'sold-out' | 'elsewhere'
}

/** The variant that `?variant=` names; the only one of a simple product; otherwise none is chosen yet. */
export function chosenVariant(variants: readonly Variant[], named: string | null): Variant | undefined {
  return variants.length === 1 ? variants[0] : variants.find(({ variantid }) => String(variantid) === named)
}

function sharedOptions(a: Variant, b: Variant): number {
  return Object.entries(a.options).filter(([name, value]) => b.options[name] === value).length
}

/**
 * The values of one option with where each leads. With a choice made, all other options stay where that combination
 * exists; without one, a value counts as sold out only when every variant with it is.
 */
export function choicesOf(
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
    const kept = chosen
      ? sharedOptions(variant, { ...chosen, options: { ...chosen.options, [option.name]: value } })
      : 0
    const exact = !chosen || kept === Object.keys(variant.options).length
    return [{ value, variant, state: !exact ? 'elsewhere' : variant.stock > 0 ? 'available' : 'sold-out' }]
  })
}

/** Pieces that can be had: of the chosen variant, or of all together while none is chosen. */
export function stockOf(variants: readonly Variant[], chosen: Variant | undefined): number {
  return chosen ? chosen.stock : variants.reduce((sum, { stock }) => sum + Math.max(0, stock), 0)
}
