import { createContext, use, useMemo } from 'react'
import type { Shop } from '#contract/shop/shop.ts'
import type { PersonalData } from '../lib/query-client.ts'

/** What every part of a page may know. The server renders with it, and each island of the page hydrates with it. */
export interface Page {
  /** Undefined if it could not be read. */
  shop: Shop | undefined
  /** Scheme and host, such as `https://shop.example`. */
  origin: string
  pathname: string
  /** With `?`, or empty. */
  search: string
  /** The visitor's data, on pages that are rendered for this visitor. */
  personal: PersonalData
}

export const PageContext = createContext<Page | undefined>(undefined)

export function usePage(): Page {
  const page = use(PageContext)
  if (!page) throw new Error('This component needs a page around it.')
  return page
}

/** The query of the page's address. */
export function usePageQuery(): URLSearchParams {
  const { search } = usePage()
  return useMemo(() => new URLSearchParams(search), [search])
}
