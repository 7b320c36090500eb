/**
 * Links and addresses for components. The storefront, `web/ui` and `web/data` import them from here and not from React
 * Router, whose 35 kB only the dashboard loads. See docs/decisions/028-scripts-of-the-storefront.md.
 */
import { useCallback, useMemo } from 'react'
import { useNavigationContext, type NavigateOptions, type PageLocation } from './navigation-context.ts'

export { Link, Navigate, type LinkProps } from './link.tsx'
export { Outlet } from './page-routes.tsx'
export { isRouteErrorResponse } from './page.ts'

/** The address of this page. */
export const useLocation = () => useNavigationContext().location

/** How this page was reached: POP is a load, Back or Forward. */
export const useNavigationType = () => useNavigationContext().type

/** A function that opens another page. It stays the same. */
export const useNavigate = () => useNavigationContext().navigate

/** Whether another page is loading, and which. */
export function useNavigation(): { state: 'idle' | 'loading'; location: PageLocation | undefined } {
  const { next } = useNavigationContext()
  return { state: next ? 'loading' : 'idle', location: next }
}

/** Loads the data of this page again. */
export function useRevalidator(): { state: 'idle' | 'loading'; revalidate(this: void): Promise<void> } {
  const { isRevalidating, revalidate } = useNavigationContext()
  return { state: isRevalidating ? 'loading' : 'idle', revalidate }
}

type Loader = (...args: never[]) => unknown

/** What the loader of a route has returned; undefined if it has failed. */
export const useRouteLoaderData = <T extends Loader>(routeId: string) =>
  useNavigationContext().dataOf(routeId) as Awaited<ReturnType<T>> | undefined

type Params = URLSearchParams | ((current: URLSearchParams) => URLSearchParams)

/** The query of the address, and a function that changes it. */
export function useSearchParams(): [
  params: URLSearchParams,
  set: (params: Params, options?: NavigateOptions) => void,
] {
  const { location, navigate } = useNavigationContext()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const set = useCallback(
    (next: Params, options?: NavigateOptions) =>
      void navigate(`?${(typeof next === 'function' ? next(params) : next).toString()}`, options),
    [params, navigate],
  )
  return [params, set]
}
