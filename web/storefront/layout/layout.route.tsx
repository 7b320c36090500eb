import { Outlet, useRouteLoaderData } from 'react-router'
import { getCategories } from '#contract/catalog/category.ts'
import { getCollections } from '#contract/catalog/collection.ts'
import { getStorefront } from '#contract/settings/home.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { footerCategories } from '../footer/footer-categories.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { layoutId } from './layout-id.ts'

export async function loader({ context }: LoaderArgs) {
  const call = context.get(callContext)
  const [categories, collections, storefront] = await Promise.all([
    call(getCategories, {}),
    call(getCollections, {}),
    call(getStorefront, {}),
  ])
  return {
    categories: footerCategories(categories.data, collections.data),
    footer: storefront.data.footer,
  }
}

export default function StorefrontLayout({ loaderData }: PageProps<typeof loader>) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

/** Without the frame's data: it could not be loaded. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const loaded = useRouteLoaderData<typeof loader>(layoutId)
  return (
    <Frame categories={loaded?.categories ?? []} footer={loaded?.footer ?? []}>
      <ErrorPage error={error} />
    </Frame>
  )
}
