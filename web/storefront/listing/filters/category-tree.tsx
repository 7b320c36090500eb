import type { ReactNode } from 'react'
import type { Facets } from '#contract/catalog/facets.ts'
import { links } from '#contract/links.ts'
import type { CategoryLink } from '#web/storefront/category-crumbs.ts'
import { listingQuery, type Listing } from '../listing-query.ts'
import { FilterGroup } from './filter-group.tsx'

/** The place of a listing in the catalog. */
export interface CatalogPlace {
  /** All categories in order. */
  categories: readonly CategoryLink[]
  category?: CategoryLink | undefined
  /** The subcategories of `category`. */
  subcategories?: readonly { id: number; name: string }[]
  subcategoryId?: number | undefined
}

interface CategoryTreeProps {
  place: CatalogPlace
  listing: Listing
  facets: Facets
}

/** The categories, and the subcategories of the current one, as links that keep the other filters. */
export function CategoryTree({ place, listing, facets }: CategoryTreeProps) {
  const { categories, category, subcategories = [], subcategoryId } = place
  const query = listingQuery({ ...listing, page: 1 })
  const counts = (list: Facets['categories']) => new Map(list.map(({ id, count }) => [id, count]))
  const inCategories = counts(facets.categories)
  const inSubcategories = counts(facets.subcategories)
  return (
    <FilterGroup title="Category" open>
      <ul>
        <TreeLink name="All products" to={links.products() + query} isCurrent={!category} />
        {categories.map(({ id, name, slug }) => {
          const isInPath = id === category?.id
          const count = inCategories.get(id) ?? 0
          if (count === 0 && !isInPath) return null
          return (
            <TreeLink
              key={id}
              name={name}
              to={links.listing(slug) + query}
              count={count}
              isCurrent={isInPath && !subcategoryId}
            >
              {isInPath && subcategories.length > 0 && (
                <ul className="ml-1 border-l border-line pl-3">
                  {subcategories.map((child) => (
                    <TreeLink
                      key={child.id}
                      name={child.name}
                      to={links.products(id, child.id) + query}
                      count={inSubcategories.get(child.id) ?? 0}
                      isCurrent={child.id === subcategoryId}
                    />
                  ))}
                </ul>
              )}
            </TreeLink>
          )
        })}
      </ul>
    </FilterGroup>
  )
}

interface TreeLinkProps {
  name: string
  to: string
  /** The number of products. */
  count?: number
  isCurrent: boolean
  children?: ReactNode
}

function TreeLink({ name, to, count, isCurrent, children }: TreeLinkProps) {
  return (
    <li>
      <a
        href={to}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-h-9 items-start gap-3 py-1.5 text-sm leading-6 underline-offset-4 hover:underline aria-[current]:font-medium"
      >
        <span className="min-w-0 grow wrap-break-word">{name}</span>
        {count !== undefined && (
          <span className="font-normal text-quiet tabular">
            {count}
            <span className="sr-only">{count === 1 ? ' product' : ' products'}</span>
          </span>
        )}
      </a>
      {children}
    </li>
  )
}
