import { useSearchParams } from 'react-router'

interface TableOptions {
  /** The order where the address says none. */
  sort?: string
  /** Names of the filters, as the address and the call have them. */
  filters?: readonly string[]
  /** Rows on a page where the address says nothing. */
  limit?: number
}

/** Undefined and empty texts take a name out of the address. */
type Changes = Record<string, string | number | boolean | undefined>

/** What a table shows: search, filters, order and page. */
export interface TableState {
  page: number
  limit: number
  q: string
  sort: string | undefined
  filters: Record<string, string | undefined>
  /** What the list call is asked, without what is empty. */
  query: Record<string, string | number>
  /** Changes the address; the first page is shown unless a page is given. `replace` for what is typed letter by letter. */
  set(changes: Changes, how?: { replace: boolean }): void
  /** Takes search and filters out. */
  reset(): void
  /** The address with a change, for links. */
  href(changes: Changes): string
  /** Search or a filter is set. */
  narrowed: boolean
}

const whole = (text: string | null, fallback: number, most: number) => {
  const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : fallback
  return Math.min(Math.max(1, number), most)
}

/** The state of a table, all of it in the address, so that reloading, going back and sharing keep it. */
export function useTableState({ sort, filters: names = [], limit = 20 }: TableOptions = {}): TableState {
  const [search, setSearch] = useSearchParams()
  const q = (search.get('q') ?? '').slice(0, 200)
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) || undefined]))
  const shown = {
    page: whole(search.get('page'), 1, 1_000_000),
    limit: whole(search.get('limit'), limit, 100),
    q,
    sort: search.get('sort') || sort,
    filters,
  }
  const { page, sort: order } = shown

  const changed = (changes: Changes) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    if (next.get('page') === '1') next.delete('page')
    if (next.get('sort') === sort) next.delete('sort')
    return next
  }

  const given = Object.entries({ ...filters, q, sort: order }).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  )
  return {
    ...shown,
    query: { ...Object.fromEntries(given), page, limit: shown.limit },
    set: (changes, how) => setSearch(changed(changes), { preventScrollReset: true, ...how }),
    reset: () => setSearch(changed(Object.fromEntries(['q', ...names].map((name) => [name, undefined])))),
    href: (changes) => `?${changed(changes)}`,
    narrowed: q !== '' || names.some((name) => filters[name] !== undefined),
  }
}
