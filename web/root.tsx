import fraunces from '@fontsource/fraunces/files/fraunces-latin-400-normal.woff2?url'
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { getShop } from '#contract/shop.ts'
import type { Route } from './+types/root.ts'
import { callContext, originContext } from './lib/page-context.ts'
import theme from './theme.css?url'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: instrumentSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { data: shop } = await context.get(callContext)(getShop, {})
  return { shop, origin: context.get(originContext) }
}

/** A search, filter or page of a dashboard list does not load the shop again: it would hold up the list. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isSamePage && nextUrl.pathname.startsWith('/dashboard') ? false : defaultShouldRevalidate
}

const frames = ['root', 'storefront/layout/layout.route']

/**
 * A failed navigation leaves the frame with the data it has, so that only the page inside it shows the error. A page that
 * cannot refresh its data stays as it is.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const { origin, pathname, search } = location
    const isRefresh = request.url === origin + pathname + search
    const keepsData = ([id, { type, result }]: [string, { type: string; result: unknown }]) => {
      if (type === 'data' || result instanceof Response) return false
      const isRefused = isRouteErrorResponse(result) && result.status < 500
      return frames.includes(id) || (isRefresh && !isRefused)
    }
    return Object.fromEntries(Object.entries(await next()).filter((result) => !keepsData(result)))
  },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#000000" />
        {/* With a precedence, React places it before the scripts, which would delay it. */}
        <link rel="stylesheet" href={theme} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** The error page if even the shop could not be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="mx-auto max-w-prose px-4 py-24">
      <title>Something went wrong</title>
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl">
        {isUnavailable ? 'We’ll be right back' : 'Something went wrong'}
      </h1>
      <p className="mt-4">Something went wrong on our end. Your cart is safe. Please try again.</p>
      <p className="mt-8">
        <a className="underline" href="">
          Try again
        </a>
      </p>
    </main>
  )
}
