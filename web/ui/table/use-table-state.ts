import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

interface TableOptions {
  /** The sort order if the URL has none. */
  sort?: string
  /** The names of the filters, in the URL and in the call of the list. */
  filters?: readonly string[]
  /** Rows per page if the URL does not say. */
  limit?: number
}

/** Undefined and empty values remove a parameter from the URL. */
type Changes = Record<string, string | number | boolean | undefined>

/** Search, filters, sort order and page of a table. */
interface TableValues {
  page: number
  limit: number
  q: string
  sort: string | undefined
  filters: Record<string, string | undefined>
  /** The input of the list's call, without empty values. */
  query: Record<string, string | number>
  /** Whether a search or a filter is set. */
  narrowed: boolean
}

export interface TableState extends TableValues {
  /** Changes the URL and shows the first page unless a page is given. Use `replace` while someone types. */
  set(changes: Changes, how?: { replace: boolean }): void
  /** Removes search and filters. */
  reset(): void
  /** The URL with a change, for links. */
  href(changes: Changes): string
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 100
const MAX_PAGE = 1_000_000
const MAX_SEARCH_LENGTH = 200

/** The state of a table. The URL holds all of it, so that reloading, going back and sharing keep it. */
export function useTableState(options: TableOptions = {}): TableState {
  const [search, setSearch] = useSearchParams()
  // Two quick changes both count: the second starts from the first, which may not be in the URL yet.
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])
  const set: TableState['set'] = (changes, how) => {
    latest.current = changeTableState(latest.current, changes, options)
    setSearch(latest.current, { preventScrollReset: true, ...how })
  }
  return {
    ...readTableState(search, options),
    set,
    reset: () => set(Object.fromEntries(['q', ...(options.filters ?? [])].map((name) => [name, undefined]))),
    href: (changes) => `?${changeTableState(search, changes, options)}`,
  }
}

/** Reads the state from the parameters of a URL. Invalid values fall back to the defaults. */
export function readTableState(
  search: URLSearchParams,
  { sort: defaultSort, filters: names = [], limit: defaultLimit = DEFAULT_LIMIT }: TableOptions = {},
): TableValues {
  const q = (search.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)
  const sort = search.get('sort') || defaultSort
  const page = parseCount(search.get('page'), 1, MAX_PAGE)
  const limit = parseCount(search.get('limit'), defaultLimit, MAX_LIMIT)
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) || undefined]))
  const given = Object.entries({ ...filters, q, sort }).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  )
  return {
    page,
    limit,
    q,
    sort,
    filters,
    query: { ...Object.fromEntries(given), page, limit },
    narrowed: q !== '' || names.some((name) => filters[name] !== undefined),
  }
}

/** The parameters of the URL after a change. The first page and the default order stay out of it. */
export function changeTableState(
  search: URLSearchParams,
  changes: Changes,
  { sort: defaultSort }: Pick<TableOptions, 'sort'> = {},
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  if (next.get('page') === '1') next.delete('page')
  if (next.get('sort') === defaultSort) next.delete('sort')
  return next
}

function parseCount(text: string | null, fallback: number, max: number): number {
  const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : fallback
  return Math.min(Math.max(1, number), max)
}
