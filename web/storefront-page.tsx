import type { EntryContext } from 'react-router'
import { Document } from './document.tsx'
import { NavigationContext, type Navigation } from './lib/navigation/navigation-context.ts'
import { isRouteErrorResponse, type LoadedPage, type PageData } from './lib/navigation/page.ts'
import { PageRoutes } from './lib/navigation/page-routes.tsx'
import { RootError } from './root-error.tsx'

// How the server renders pages of the storefront: React Router finds and loads them, the browser runs them without it.

/** A page from what React Router has found and loaded for a request. */
export function storefrontPage({ staticHandlerContext, manifest, routeModules }: EntryContext): LoadedPage {
  const { matches, loaderData, actionData, errors } = staticHandlerContext
  // The root has no module in the browser.
  const ids = matches.slice(1).map(({ route }) => route.id)
  const routes = ids.map((id) => {
    const { module = '', imports = [] } = manifest.routes[id] ?? {}
    return { id, module, imports }
  })
  const [failed, error] = Object.entries(errors ?? {})[0] ?? []
  const action: unknown = Object.values(actionData ?? {})[0]
  const data: PageData = {
    build: manifest.version,
    routes,
    params: matches.at(-1)?.params ?? {},
    data: loaderData,
    ...(action !== undefined && { actionData: action }),
    ...(failed !== undefined && { error: { at: ids.indexOf(failed), value: withoutDetails(error) } }),
  }
  return { data, modules: ids.map((id) => routeModules[id] ?? {}) }
}

/** What people may know of an error. */
function withoutDetails(error: unknown) {
  return isRouteErrorResponse(error)
    ? { status: error.status, data: error.data }
    : { status: 500, data: null }
}

/** A page as the browser hydrates it: `web/entry.client.tsx` renders the same elements. */
export function StorefrontPage({ page, location }: { page: LoadedPage; location: EntryLocation }) {
  const { pathname, search } = location
  const { data, error } = page.data
  const navigation: Navigation = {
    location: { pathname, search, hash: '', state: null, key: 'server' },
    type: 'POP',
    next: undefined,
    isRevalidating: false,
    navigate: () => Promise.resolve(),
    revalidate: () => Promise.resolve(),
    dataOf: (routeId) => data[routeId],
  }
  return (
    <Document>
      <NavigationContext value={navigation}>
        {error?.at === -1 ? <RootError error={error.value} /> : <PageRoutes page={page} />}
      </NavigationContext>
    </Document>
  )
}

type EntryLocation = EntryContext['staticHandlerContext']['location']
