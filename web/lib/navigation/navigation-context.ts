import { createContext, use } from 'react'

/** An address of the shop, and what came with the navigation to it. */
export interface PageLocation {
  pathname: string
  /** With `?`, or empty. */
  search: string
  /** With `#`, or empty. */
  hash: string
  state: unknown
  /** Names the entry of the browser's history. */
  key: string
}

export interface NavigateOptions {
  /** Replaces the entry of the history. */
  replace?: boolean
  /** Survives a reload, not a new document. */
  state?: unknown
  /** Keeps the scroll position. */
  preventScrollReset?: boolean
  /** False if the address changes and the page's data does not. */
  defaultShouldRevalidate?: boolean
}

/** Where the page is and how to leave it. The storefront has its own; the dashboard's comes from React Router. */
export interface Navigation {
  location: PageLocation
  /** How the page was reached: POP is a load, Back or Forward. */
  type: 'POP' | 'PUSH' | 'REPLACE'
  /** The page that is loading. */
  next: PageLocation | undefined
  isRevalidating: boolean
  /** Resolves when the page is there. `to` is an absolute path, or a query or fragment of this page. */
  navigate(this: void, to: string, options?: NavigateOptions): Promise<void>
  /** Loads the data of this page again. */
  revalidate(this: void): Promise<void>
  /** The answer of a route's loader. */
  dataOf(this: void, routeId: string): unknown
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

export function useNavigationContext(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('This component needs a navigation around it.')
  return navigation
}
