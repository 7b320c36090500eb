import { isRouteErrorResponse, Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { getCategories, type Category } from '#contract/catalog/category.ts'
import { getCollections } from '#contract/catalog/collection.ts'
import { getStorefront } from '#contract/content/home.ts'
import { callContext } from '../../lib/page-context.ts'
import { footerCategories } from '../footer/footer-categories.ts'
import type { Route } from './+types/layout.route.ts'
import { Frame } from './frame.tsx'
import { links } from '#contract/links.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import { PageHead } from '../page-head.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [categories, collections, storefront] = await Promise.all([
    call(getCategories, {}),
    call(getCollections, {}),
    call(getStorefront, {}),
  ])
  return { categories: footerCategories(categories.data, collections.data), footer: storefront.data.footer }
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loaded = useRouteLoaderData<typeof loader>('storefront/layout/layout.route')
  return (
    <Frame categories={loaded?.categories ?? []} footer={loaded?.footer ?? []}>
      <ErrorPage error={error} />
    </Frame>
  )
}

/** The page for an error: not found, or a failure of the server. */
function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFoundPage categories={(error.data as { categories?: Category[] } | null)?.categories ?? []} />
  }
  return (
    <div className="page-width max-w-xl py-24 text-center">
      <PageHead title="We can’t load this page" noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        We can’t load this page right now
      </h1>
      <p className="mt-4 text-lg text-quiet">
        Something went wrong on our end. Your cart is safe. Please try again.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {/* A full page load, because the script itself may have failed. */}
        <a href={pathname + search} className={buttonStyle('primary')}>
          Try again
        </a>
        <LinkButton to={links.home()} reloadDocument>
          Back to home
        </LinkButton>
      </div>
    </div>
  )
}
