import { Outlet, useLocation } from 'react-router'
import { getShop } from '#contract/shop/shop.ts'
import { PageContext, type Page } from '#web/data/page.ts'
import { callContext, originContext } from '#web/lib/on-server/page-context.ts'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { RootError } from '#web/root-error.tsx'
import { loadBarData } from './personal-data.ts'

export async function loader({ context }: LoaderArgs) {
  const [shop, personal] = await Promise.all([context.get(callContext)(getShop, {}), loadBarData(context)])
  return { shop: shop.data, origin: context.get(originContext), personal: personal ?? [] }
}

/** Gives all parts of a page what they may know. The script `page` of the document gives it to the islands. */
export default function Root({ loaderData }: PageProps<typeof loader>) {
  const { pathname, search } = useLocation()
  const page: Page = { ...loaderData, pathname, search }
  return (
    <PageContext value={page}>
      <Outlet />
      <script
        type="application/json"
        id="page"
        // An unescaped `<` could end the element.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(page).replaceAll('<', '\\u003c') }}
      />
    </PageContext>
  )
}

export const ErrorBoundary = RootError
