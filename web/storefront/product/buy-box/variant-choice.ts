import { useState } from 'react'
import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { canOrder } from '#web/data/availability.ts'
import { usePage } from '#web/data/page.ts'

/** One value of an option with the variant that choosing it selects. */
export interface Choice {
  value: string
  variant: Variant
  /** `other-combination`: does not exist with the other chosen values, so choosing it changes them too. */
  state: 'available' | 'sold-out' | 'other-combination'
}

/** The variant of `?variant=`, otherwise the first that can be ordered, otherwise the first. */
export function chosenVariant(variants: readonly Variant[], idText: string | null): Variant | undefined {
  return (
    variants.find(({ variantid }) => String(variantid) === idText) ?? variants.find(canOrder) ?? variants[0]
  )
}

function sharedOptions(a: Variant, b: Variant): number {
  return Object.entries(a.options).filter(([name, value]) => b.options[name] === value).length
}

/** The values of one option with the variant that each selects. It keeps the other options if that combination exists. */
export function optionChoices(
  option: ProductDetail['options'][number],
  variants: readonly Variant[],
  chosen: Variant,
): Choice[] {
  return option.values.flatMap((value) => {
    const wanted = { ...chosen, options: { ...chosen.options, [option.name]: value } }
    const [variant] = variants
      .filter((each) => each.options[option.name] === value)
      .sort(
        (a, b) =>
          sharedOptions(b, wanted) - sharedOptions(a, wanted) || Number(canOrder(b)) - Number(canOrder(a)),
      )
    if (!variant) return []
    const exact = sharedOptions(variant, wanted) === Object.keys(variant.options).length
    const state = !exact ? 'other-combination' : canOrder(variant) ? 'available' : 'sold-out'
    return [{ value, variant, state }]
  })
}

/** The variant that a posted form names: by the chosen options, or by its id if there are none to choose. */
export function postedVariant(
  variants: readonly Variant[],
  fields: Readonly<Record<string, string>>,
): Variant | undefined {
  const hasOptions = Object.keys(fields).some((name) => name.startsWith('option.'))
  return variants.find(({ variantid, options }) =>
    hasOptions
      ? Object.entries(options).every(([name, value]) => fields[`option.${name}`] === value)
      : String(variantid) === fields['variant'],
  )
}

/**
 * The variant in the URL, or of a `posted` form, and a function to choose another. The page knows all variants, so nothing is
 * loaded.
 */
export function useVariant(variants: readonly Variant[], posted?: Variant) {
  const { search } = usePage()
  const [idText, setIdText] = useState(
    () => new URLSearchParams(search).get('variant') ?? String(posted?.variantid),
  )
  return {
    chosen: chosenVariant(variants, idText),
    choose({ variantid }: Variant) {
      setIdText(String(variantid))
      history.replaceState(null, '', `?variant=${variantid}`)
    },
  }
}
