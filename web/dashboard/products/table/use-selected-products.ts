import { useState } from 'react'
import type { z } from 'zod'
import type { AdminProductRow, bulkProducts } from '#contract/catalog/admin/product.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'

/** The products that a bulk edit changes. */
export type BulkTarget = Pick<z.input<typeof bulkProducts.input>, 'ids' | 'filter'>

/** The selected products: by id, over all pages, or all that match the search and the filters. */
export function useSelectedProducts(
  { q, filters }: TableState,
  list: { data: readonly AdminProductRow[]; total: number } | undefined,
  locale: string,
) {
  const filter = Object.fromEntries(
    Object.entries({ q: q || undefined, ...filters }).filter(([, value]) => value !== undefined),
  )
  const filterKey = JSON.stringify(filter)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  /** The filter of which all matches are selected. */
  const [allOf, setAllOf] = useState<string>()
  const isAll = allOf === filterKey && list !== undefined
  const rows = list?.data.map(({ productid }) => productid) ?? []
  const total = list?.total ?? 0

  function select(ids: ReadonlySet<number>) {
    setAllOf(undefined)
    setSelected(ids)
  }

  const target: BulkTarget = isAll ? { filter } : { ids: [...selected] }
  return {
    target,
    total,
    count: isAll ? total : selected.size,
    selection: {
      selected: isAll ? new Set([...selected, ...rows]) : selected,
      onChange: select,
      text: isAll ? `All ${total.toLocaleString(locale)} matching products are selected` : undefined,
    },
    /** Whether the whole page is selected and more products match. */
    canSelectAll: !isAll && rows.length < total && rows.length > 0 && rows.every((id) => selected.has(id)),
    selectAll: () => setAllOf(filterKey),
    clear: () => select(new Set()),
    deselect: (id: number) => select(new Set([...selected].filter((other) => other !== id))),
  }
}
