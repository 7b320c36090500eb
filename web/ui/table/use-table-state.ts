import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

interface TableOptions<Name extends string> {
  /** The label of the search box; absent if the list has no search. */
  search?: string
  /** The sort order if the URL has none; absent if the list cannot be sorted. */
  sort?: string | ((filters: TableValues<Name>['filters']) => string)
  /** The names of the filters, in the URL and in the call of the list. */
  filters?: readonly Name[]
  /** Rows per page if the URL does not say. */
  limit?: number
}

/** Undefined and empty values remove a parameter from the URL. */
export type Changes = Record<string, string | number | boolean | undefined>

/** Search, filters, sort order and page of a table. */
interface TableValues<Name extends string> {
  page: number
  limit: number
  q: string
  sort: string | undefined
  filters: Record<Name, string | undefined>
  /** The input of the list's call: only what the list knows, and no empty value. */
  query: Record<string, string | number>
  /** Whether a search or a filter is set. */
  narrowed: boolean
}

export interface TableState<Name extends string = string> extends TableValues<Name> {
  searchLabel: string | undefined
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

/**
 * The state of a list: search, filters, order and page. The URL holds all of it, so that reloading, going back and
 * sharing keep it.
 */
export function useTableState<const Name extends string = never>(
  options: TableOptions<Name> = {},
): TableState<Name> {
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
    searchLabel: options.search,
    set,
    reset: () => set(Object.fromEntries(['q', ...(options.filters ?? [])].map((name) => [name, undefined]))),
    href: (changes) => `?${changeTableState(search, changes, options)}`,
  }
}

/** Reads the state from the parameters of a URL. Invalid values fall back to the defaults. */
export function readTableState<Name extends string>(
  search: URLSearchParams,
  options: TableOptions<Name>,
): TableValues<Name> {
  const { filters: names = [], limit: defaultLimit = DEFAULT_LIMIT } = options
  const q = options.search ? (search.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH) : ''
  const filters = readFilters(search, names)
  const sort = options.sort && (search.get('sort') || defaultSort(search, options))
  const page = parseCount(search.get('page'), 1, MAX_PAGE)
  const limit = parseCount(search.get('limit'), defaultLimit, MAX_LIMIT)
  const given = Object.entries<string | undefined>({ ...filters, q, sort }).flatMap(([name, value]) =>
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
export function changeTableState<Name extends string>(
  search: URLSearchParams,
  changes: Changes,
  options: TableOptions<Name>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  if (next.get('page') === '1') next.delete('page')
  if (next.get('sort') === defaultSort(next, options)) next.delete('sort')
  return next
}

const readFilters = <Name extends string>(search: URLSearchParams, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, search.get(name) || undefined])) as Record<
    Name,
    string | undefined
  >

function defaultSort<Name extends string>(
  search: URLSearchParams,
  { sort, filters = [] }: TableOptions<Name>,
): string | undefined {
  return typeof sort === 'function' ? sort(readFilters(search, filters)) : sort
}

function parseCount(text: string | null, fallback: number, max: number): number {
  const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : fallback
  return Math.min(Math.max(1, number), max)
}
