import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useOrigin } from '../../data/shop.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHead } from '../page-head.tsx'
import { filterCount, listingSearch, pageSize, readListing, type OfferedCategory } from './listing-address.ts'

interface ListingHeadProps {
  title: string
  description?: string | undefined
  /** The address of the plain list. */
  path: string
  crumbs: Crumb[]
  total: number
  categories: readonly OfferedCategory[]
  picture?: string | null | undefined
  children?: ReactNode
}

/**
 * The heading of a product list, and what search engines are told: plain pages are indexed each under its own address,
 * filtered and sorted ones are not.
 */
export function ListingHead({
  title,
  description,
  path,
  crumbs,
  total,
  categories,
  picture,
  children,
}: ListingHeadProps) {
  const origin = useOrigin()
  const listing = readListing(new URLSearchParams(useLocation().search), categories)
  const { page } = listing
  const pages = Math.ceil(total / pageSize)
  const plain = filterCount(listing) === 0 && listing.sort === undefined && page <= Math.max(1, pages)
  const pageAddress = (number: number) => path + listingSearch({ page: number })
  return (
    <header className="pt-6 pb-8">
      <PageHead
        title={page > 1 ? `${title}, page ${page}` : title}
        {...(description && { description })}
        path={plain ? pageAddress(page) : path}
        picture={picture}
        noindex={!plain}
        crumbs={crumbs}
      />
      {plain && page > 1 && <link rel="prev" href={origin + pageAddress(page - 1)} />}
      {plain && page < pages && <link rel="next" href={origin + pageAddress(page + 1)} />}
      <Breadcrumbs crumbs={crumbs} />
      <h1 tabIndex={-1} className="mt-4 font-display text-display text-balance">
        {title}
      </h1>
      {children}
    </header>
  )
}
