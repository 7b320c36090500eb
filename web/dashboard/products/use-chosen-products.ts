import { useState } from 'react'
import type { z } from 'zod'
import type { AdminProductRow, bulkProducts } from '#contract/admin-product.ts'
import type { TableState } from '../../lib/use-table-state.ts'

/** Which products a bulk change means. */
export type Which = Pick<z.input<typeof bulkProducts.input>, 'ids' | 'filter'>

/** The products that are ticked, over all pages, or all that match search and filters. */
export function useChosenProducts(
  { q, filters }: TableState,
  list: { data: readonly AdminProductRow[]; total: number } | undefined,
) {
  const given = Object.fromEntries(
    Object.entries({ q: q || undefined, ...filters }).filter(([, value]) => value !== undefined),
  )
  const address = JSON.stringify(given)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  // All that match: of which search and filters.
  const [everything, setEverything] = useState<string>()
  const all = everything === address && list !== undefined
  const rows = list?.data.map(({ productid }) => productid) ?? []
  const total = list?.total ?? 0

  function choose(ids: ReadonlySet<number>) {
    setEverything(undefined)
    setSelected(ids)
  }

  const which: Which = all ? { filter: given } : { ids: [...selected] }
  return {
    which,
    total,
    count: all ? total : selected.size,
    selection: {
      selected: all ? new Set([...selected, ...rows]) : selected,
      onChange: choose,
      text: all ? `All ${total} that match are selected` : undefined,
    },
    /** The whole page is ticked, and there is more. */
    offersAll: !all && rows.length < total && rows.length > 0 && rows.every((id) => selected.has(id)),
    chooseAll: () => setEverything(address),
    clear: () => choose(new Set()),
    forget: (id: number) => choose(new Set([...selected].filter((one) => one !== id))),
  }
}
