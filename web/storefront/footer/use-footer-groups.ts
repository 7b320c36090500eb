import { useRouteLoaderData } from 'react-router'
import type { FooterGroup } from '#contract/home.ts'
import type { loader } from '../layout/layout.route.tsx'

/** The groups of links below every page, as staff has set them. */
export function useFooterGroups(): FooterGroup[] {
  return useRouteLoaderData<typeof loader>('storefront/layout/layout.route')?.footer ?? []
}
