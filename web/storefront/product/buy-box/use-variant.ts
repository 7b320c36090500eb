import { useState } from 'react'
import { useLocation, useNavigate } from '#web/lib/navigation/navigation.ts'
import type { Variant } from '#contract/catalog/product.ts'
import { chosenVariant } from './variant-choice.ts'

/**
 * The variant in the URL, or of a `posted` form, and a function to choose another. The page knows all variants, so nothing is
 * loaded.
 */
export function useVariant(variants: readonly Variant[], posted?: Variant) {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  // The location updates too late for a controlled radio button, so the choice is kept until then.
  const [pending, setPending] = useState({ search: '', key: '' })
  const params = new URLSearchParams(pending.key === key ? pending.search : search)
  return {
    chosen: chosenVariant(variants, params.get('variant') ?? String(posted?.variantid)),
    choose({ variantid }: Variant) {
      const nextSearch = `?variant=${variantid}`
      setPending({ search: nextSearch, key })
      void navigate(nextSearch, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
    },
  }
}
