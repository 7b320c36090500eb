import { createContext, use } from 'react'
import { ErrorCatcher } from './error-catcher.tsx'
import type { LoadedPage } from './page.ts'

const PageContext = createContext<LoadedPage | undefined>(undefined)
const DepthContext = createContext(0)

/** Renders the routes of a page, each within the `Outlet` of the one before it. */
export function PageRoutes({ page }: { page: LoadedPage }) {
  return (
    <PageContext value={page}>
      <RouteAt depth={0} />
    </PageContext>
  )
}

/** The place of the page within its frame. */
export function Outlet() {
  return <RouteAt depth={use(DepthContext)} />
}

function RouteAt({ depth }: { depth: number }) {
  const page = use(PageContext)
  const { default: Component = Outlet, ErrorBoundary } = page?.modules[depth] ?? {}
  const route = page?.data.routes[depth]
  if (!page || !route) return null
  const { data, params, actionData, error } = page.data
  const content =
    error?.at === depth && ErrorBoundary ? (
      <ErrorBoundary error={error.value} />
    ) : (
      <Component loaderData={data[route.id]} actionData={actionData} params={params} />
    )
  return (
    <DepthContext value={depth + 1}>
      {ErrorBoundary ? (
        <ErrorCatcher page={page} Fallback={ErrorBoundary}>
          {content}
        </ErrorCatcher>
      ) : (
        content
      )}
    </DepthContext>
  )
}
