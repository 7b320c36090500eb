import { useEffect } from 'react'
import type { ProductCard } from '#contract/product.ts'
import type { recordSearch } from '#contract/search-report.ts'
import { rememberSearch } from '../../data/searched-before.ts'
import { api } from '../../lib/api.ts'

/** Whoever comes back from a product, or changes a filter, has not searched again. */
let counted = ''

/**
 * Counts a search once its results are shown, and remembers it on this device. Answers what counts a result that was
 * opened. Nothing waits for either, and nobody is told where it fails.
 */
export function useRecorded(q: string): (product: ProductCard) => void {
  useEffect(() => {
    if (!q) return
    rememberSearch(q)
    if (counted === q) return
    counted = q
    record({ q })
  }, [q])
  return ({ productid }) => record({ q, productid })
}

/** One after another: a result counts for a search that is counted. */
let last: Promise<unknown> = Promise.resolve()

function record(input: { q: string; productid?: number }): void {
  last = last.then(() => api<typeof recordSearch>('POST', 'search/record', input)).catch(() => undefined)
}
