import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { getShop } from '#contract/shop/shop.ts'
import type { Route } from './+types/root.ts'
import { PageContext } from './data/page.ts'
import { Document } from './document.tsx'
import { callContext, originContext } from './lib/on-server/page-context.ts'
import { RootError } from './root-error.tsx'

// The root of the dashboard. The storefront's is storefront/layout/root.route.tsx.

export async function loader({ context }: Route.LoaderArgs) {
  const { data: shop } = await context.get(callContext)(getShop, {})
  return { shop, origin: context.get(originContext) }
}

/** A search, filter or page of a list does not load the shop again: it would hold up the list. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isSamePage && defaultShouldRevalidate
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  /**
   * A failed navigation leaves the frame with the data it has, so that only the page inside it shows the error. A page that
   * cannot refresh its data stays as it is.
   */
  async ({ request }, next) => {
    const { origin, pathname, search } = location
    const isRefresh = request.url === origin + pathname + search
    const keepsData = ([id, { type, result }]: [string, { type: string; result: unknown }]) => {
      if (type === 'data' || result instanceof Response) return false
      const isRefused = isRouteErrorResponse(result) && result.status < 500
      return id === 'root' || (isRefresh && !isRefused)
    }
    return Object.fromEntries(Object.entries(await next()).filter((result) => !keepsData(result)))
  },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <Document>
      {children}
      <ScrollRestoration />
      <Scripts />
    </Document>
  )
}

export default function Root({ loaderData: { shop, origin } }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  return (
    <PageContext value={{ shop, origin, pathname, search, personal: [] }}>
      <Outlet />
    </PageContext>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RootError error={error} />
}
