import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Variant } from '#contract/product.ts'
import { chosenVariant } from './variant-choice.ts'

/** The variant that the address names, and the way to name another: at once, since the page knows all of them. */
export function useVariant(variants: readonly Variant[]) {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  // Holds until the address has followed, which is a moment too late for a radio button.
  const [asked, setAsked] = useState({ search: '', key: '' })
  const params = new URLSearchParams(asked.key === key ? asked.search : search)
  return {
    chosen: chosenVariant(variants, params.get('variant')),
    choose({ variantid }: Variant) {
      const wanted = `?variant=${variantid}`
      setAsked({ search: wanted, key })
      void navigate(wanted, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
    },
  }
}
