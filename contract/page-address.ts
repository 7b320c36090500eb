import { isDashboardPath, isPersonalPage } from './links.ts'

/** The normal form of a parameter's first value; undefined: the page ignores the value. */
type Normalize = (value: string) => string | undefined

const matching =
  (pattern: RegExp): Normalize =>
  (value) =>
    pattern.test(value) ? value : undefined

const flag = matching(/^1$/)
const wholeNumber = matching(/^[1-9]\d{0,9}$/)
const word = matching(/^[\w-]{0,20}$/)
const token = matching(/^[\w-]{1,200}$/)
const price: Normalize = (value) => matching(/^\d{1,9}(\.\d{1,3})?$/)(value.replaceAll(/[,\s]/g, ''))
const path: Normalize = (value) => (value.startsWith('/') && value.length <= 500 ? value : undefined)
const email = matching(/^[^\s@]{1,64}@[^\s@]{1,189}$/)
const searchText: Normalize = (value) =>
  value.replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed() || undefined
const page: Normalize = (value) => (/^[1-9]\d{0,5}$/.test(value) && value !== '1' ? value : undefined)
/** At most four different products are compared. */
const products: Normalize = (value) =>
  [...new Set(value.split(',').filter((id) => /^[1-9]\d{0,9}$/.test(id)))].slice(0, 4).join(',') || undefined

/** Prefixes the parameters of specifications, as in `spec.Colour=Sage`. */
const SPEC_PREFIX = 'spec.'
const MAX_SPEC_VALUES = 100
const MAX_SPEC_LENGTH = 1000

const listing = {
  sort: word,
  category: wholeNumber,
  min: price,
  max: price,
  instock: flag,
  onsale: flag,
  rating: matching(/^[1-4]$/),
}

/** The parameters that a page reads, in their order. `specs`: also those of specifications. */
interface Parameters {
  at: RegExp
  known: Readonly<Record<string, Normalize>>
  specs?: boolean
}

const pages: readonly Parameters[] = [
  { at: /^\/(products(\/[^/]+\/[^/]+)?|categories\/[^/]+)\/*$/, known: { ...listing, page }, specs: true },
  { at: /^\/search\/*$/, known: { q: searchText, ...listing, page }, specs: true },
  { at: /^\/product-details\//, known: { variant: wholeNumber, tab: word } },
  { at: /^\/compare\/*$/, known: { products } },
  { at: /^\/login\/*$/, known: { done: word, next: path, email } },
  { at: /^\/signup\/*$/, known: { next: path } },
  { at: /^\/forget-password\/*$/, known: { done: word } },
  { at: /^\/(reset-password|unsubscribe|verify-email)\/*$/, known: { token, done: word } },
  { at: /^\/accept-invite\/*$/, known: { token, account: word } },
  { at: /^\/profile\/*$/, known: { tab: word, next: path, page } },
  { at: /^\/withdrawal\/*$/, known: { done: word } },
]

/**
 * The address under which a public page is rendered and cached: without parameters that the page does not read, the others in
 * one order and form. Addresses of the API, of personal pages and of the dashboard stay as they are.
 */
export function pageAddress(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url
  const known = addresses.get(url)
  if (known !== undefined) return known
  const address = addressOf(url, start)
  if (addresses.size >= MAX_ADDRESSES) addresses.clear()
  addresses.set(url, address)
  return address
}

/** Reading the parameters would cost a tenth of a cached answer. */
const addresses = new Map<string, string>()
const MAX_ADDRESSES = 2000

function addressOf(url: string, start: number): string {
  const pathname = url.slice(0, start)
  if (/^\/+api(\/|$)/.test(pathname) || isPersonalPage(pathname) || isDashboardPath(pathname)) return url
  const lower = pathname.toLowerCase()
  const read = pages.find(({ at }) => at.test(lower))
  if (!read) return pathname
  const given = new URLSearchParams(url.slice(start))
  const kept = new URLSearchParams()
  for (const [name, normalize] of Object.entries(read.known)) {
    const value = given.get(name)
    const normal = value === null ? undefined : normalize(value)
    // The page of a list comes last, after the specifications.
    if (name === 'page' && read.specs) addSpecs(kept, given)
    if (normal !== undefined) kept.set(name, normal)
  }
  return kept.size > 0 ? `${pathname}?${kept.toString()}` : pathname
}

/** In the given order, in which the page shows them. */
function addSpecs(kept: URLSearchParams, given: URLSearchParams): void {
  let count = 0
  for (const [name, value] of given) {
    if (!name.startsWith(SPEC_PREFIX) || value === '' || value.length > MAX_SPEC_LENGTH) continue
    if (kept.has(name, value) || count++ >= MAX_SPEC_VALUES) continue
    kept.append(name, value)
  }
}
