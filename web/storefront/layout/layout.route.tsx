import { Outlet, useRouteLoaderData } from '#web/lib/navigation/navigation.ts'
import { getCategories } from '#contract/catalog/category.ts'
import { getCollections } from '#contract/catalog/collection.ts'
import { getStorefront } from '#contract/settings/home.ts'
import { loadBarData } from './personal-data.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { footerCategories } from '../footer/footer-categories.ts'
import type { Route } from './+types/layout.route.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [categories, collections, storefront, personal] = await Promise.all([
    call(getCategories, {}),
    call(getCollections, {}),
    call(getStorefront, {}),
    loadBarData(context),
  ])
  return {
    categories: footerCategories(categories.data, collections.data),
    footer: storefront.data.footer,
    personal,
  }
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

/** Without the frame's data: the first load of the shop failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loaded = useRouteLoaderData<typeof loader>('storefront/layout/layout.route')
  return (
    <Frame categories={loaded?.categories ?? []} footer={loaded?.footer ?? []}>
      <ErrorPage error={error} />
    </Frame>
  )
}
