import type { Facets } from '#contract/catalog/facets.ts'
import { minimumStarsLabel } from './applied-filters.ts'
import { CategoryTree, type CatalogPlace } from './category-tree.tsx'
import { FilterChoice, FilterGroup } from './filter-group.tsx'
import { FilterValues } from './filter-values.tsx'
import type { Listing, ListingCategory } from '../listing-query.ts'
import { PriceRange } from './price-range.tsx'

interface FilterFieldsProps {
  listing: Listing
  facets: Facets
  /** The categories to choose from; none if the page already belongs to one. */
  categories: readonly ListingCategory[]
  /** The place in the catalog, which replaces the choice of a category. */
  place?: CatalogPlace | undefined
}

/** The filter groups of a listing. Filters that would change nothing are left out. */
export function FilterFields({ listing, facets, categories, place }: FilterFieldsProps) {
  const { category, instock, onsale, rating, specs } = listing
  const categoryCounts = new Map(facets.categories.map(({ id, count }) => [id, count]))
  const useful = facets.specs.filter(({ name, values }) => values.length > 1 || specs.has(name))
  const withoutResults = [...specs.keys()].filter((name) => !facets.specs.some((spec) => spec.name === name))
  const groups = [...useful, ...withoutResults.map((name) => ({ name, values: [] }))]
  return (
    <>
      {place && <CategoryTree place={place} listing={listing} facets={facets} />}
      {categories.length > 0 && (
        <FilterGroup title="Category" open>
          <FilterChoice type="radio" name="category" value="" label="All" checked={category === undefined} />
          {categories.map(({ id, name }) => (
            <FilterChoice
              key={id}
              type="radio"
              name="category"
              value={String(id)}
              label={name}
              count={categoryCounts.get(id) ?? 0}
              checked={category === id}
            />
          ))}
        </FilterGroup>
      )}
      <FilterGroup title="Price" open>
        <PriceRange listing={listing} range={facets.price} />
      </FilterGroup>
      <FilterGroup title="Availability" open>
        <FilterChoice
          type="checkbox"
          name="instock"
          value="1"
          label="In stock"
          count={facets.instock}
          checked={instock}
        />
        <FilterChoice
          type="checkbox"
          name="onsale"
          value="1"
          label="On offer"
          count={facets.onsale}
          checked={onsale}
        />
      </FilterGroup>
      {(rating || facets.ratings.some(({ count }) => count > 0)) && (
        <FilterGroup title="Rating" open>
          <FilterChoice type="radio" name="rating" value="" label="Any" checked={rating === undefined} />
          {facets.ratings.map(({ min: minimum, count }) => (
            <FilterChoice
              key={minimum}
              type="radio"
              name="rating"
              value={String(minimum)}
              label={minimumStarsLabel(minimum)}
              count={count}
              checked={rating === minimum}
            />
          ))}
        </FilterGroup>
      )}
      {groups.map(({ name, values }, index) => (
        <FilterGroup key={name} title={name} open={index < 2 || specs.has(name)}>
          <FilterValues name={name} values={values} chosen={specs.get(name) ?? []} />
        </FilterGroup>
      ))}
    </>
  )
}
