import { Outlet, useRouteLoaderData } from 'react-router'
import { getCategories } from '#contract/category.ts'
import { getCollections } from '#contract/collection.ts'
import { getStorefront } from '#contract/home.ts'
import { callContext } from '../../lib/page-context.ts'
import { shelvesOf } from '../footer/shelves.ts'
import type { Route } from './+types/layout.route.ts'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [categories, collections, storefront] = await Promise.all([
    call(getCategories, {}),
    call(getCollections, {}),
    call(getStorefront, {}),
  ])
  return { shelves: shelvesOf(categories.data, collections.data), footer: storefront.data.footer }
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
    <Frame shelves={loaded?.shelves ?? []} footer={loaded?.footer ?? []}>
      <ErrorPage error={error} />
    </Frame>
  )
}
