import type { ReactNode } from 'react'
import { usePageQuery } from '#web/data/page.ts'
import { useOrigin } from '#web/data/shop.ts'
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx'
import { PageHead } from '../page-head.tsx'
import { filterCount, listingQuery, PAGE_SIZE, parseListing, type ListingCategory } from './listing-query.ts'

interface ListingHeadProps {
  title: string
  description?: string | undefined
  /** The path without a query. */
  path: string
  crumbs: Crumb[]
  total: number
  /** The categories that the listing can be filtered by. */
  categories?: readonly ListingCategory[]
  image?: string | null | undefined
  children?: ReactNode
}

/** The heading and the metadata of a product listing. Filtered and sorted pages are not indexed. */
export function ListingHead({
  title,
  description,
  path,
  crumbs,
  total,
  categories = [],
  image,
  children,
}: ListingHeadProps) {
  const origin = useOrigin()
  const listing = parseListing(usePageQuery(), categories)
  const { page } = listing
  const pages = Math.ceil(total / PAGE_SIZE)
  const isIndexed = filterCount(listing) === 0 && listing.sort === undefined && page <= Math.max(1, pages)
  const pagePath = (number: number) => path + listingQuery({ page: number })
  return (
    <header className="pt-6 pb-8">
      <PageHead
        title={page > 1 ? `${title}, page ${page}` : title}
        {...(description && { description })}
        path={isIndexed ? pagePath(page) : path}
        image={image}
        noindex={!isIndexed}
        crumbs={crumbs}
      />
      {isIndexed && page > 1 && <link rel="prev" href={origin + pagePath(page - 1)} />}
      {isIndexed && page < pages && <link rel="next" href={origin + pagePath(page + 1)} />}
      <Breadcrumbs crumbs={crumbs} />
      <h1 tabIndex={-1} className="mt-4 font-display text-display text-balance">
        {title}
      </h1>
      {children}
    </header>
  )
}
