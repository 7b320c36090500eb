import type { Facets } from '#contract/product.ts'
import { starsText } from './chips.ts'
import { FilterChoice, FilterGroup } from './filter-group.tsx'
import { FilterValues } from './filter-values.tsx'
import { toggleSpec, type Listing, type OfferedCategory } from './listing-address.ts'
import { PriceRange } from './price-range.tsx'

interface FilterFieldsProps {
  listing: Listing
  facets: Facets
  /** The categories that the list can be narrowed to; none where it stands in one already. */
  categories: readonly OfferedCategory[]
  apply: (listing: Listing) => void
}

/** The filters of a list, group by group; what would change nothing is left out. */
export function FilterFields({ listing, facets, categories, apply }: FilterFieldsProps) {
  const { category, min, max, instock, onsale, rating, specs } = listing
  const change = (wishes: Partial<Listing>) => apply({ ...listing, ...wishes, page: 1 })
  const left = new Map(facets.categories.map(({ id, count }) => [id, count]))
  const named = facets.specs.filter(({ name, values }) => values.length > 1 || specs.has(name))
  const gone = [...specs.keys()].filter((name) => !facets.specs.some((spec) => spec.name === name))
  const groups = [...named, ...gone.map((name) => ({ name, values: [] }))]
  return (
    <>
      {categories.length > 0 && (
        <FilterGroup title="Category" open>
          <FilterChoice
            type="radio"
            name="category"
            value=""
            label="All"
            checked={category === undefined}
            onChange={() => change({ category: undefined })}
          />
          {categories.map(({ id, name }) => (
            <FilterChoice
              key={id}
              type="radio"
              name="category"
              value={String(id)}
              label={name}
              // While one is chosen, none is counted.
              count={left.size > 0 ? (left.get(id) ?? 0) : undefined}
              checked={category === id}
              onChange={() => change({ category: id })}
            />
          ))}
        </FilterGroup>
      )}
      <FilterGroup title="Price" open>
        <PriceRange min={min} max={max} range={facets.price} />
      </FilterGroup>
      <FilterGroup title="Availability" open>
        <FilterChoice
          type="checkbox"
          name="instock"
          value="1"
          label="In stock"
          count={facets.instock}
          checked={instock}
          onChange={() => change({ instock: !instock })}
        />
        <FilterChoice
          type="checkbox"
          name="onsale"
          value="1"
          label="On offer"
          count={facets.onsale}
          checked={onsale}
          onChange={() => change({ onsale: !onsale })}
        />
      </FilterGroup>
      {(rating || facets.ratings.some(({ count }) => count > 0)) && (
        <FilterGroup title="Rating" open>
          <FilterChoice
            type="radio"
            name="rating"
            value=""
            label="Any"
            checked={rating === undefined}
            onChange={() => change({ rating: undefined })}
          />
          {facets.ratings.map(({ min: least, count }) => (
            <FilterChoice
              key={least}
              type="radio"
              name="rating"
              value={String(least)}
              label={starsText(least)}
              count={count}
              checked={rating === least}
              onChange={() => change({ rating: least })}
            />
          ))}
        </FilterGroup>
      )}
      {groups.map(({ name, values }, index) => (
        <FilterGroup key={name} title={name} open={index < 2 || specs.has(name)}>
          <FilterValues
            name={name}
            values={values}
            chosen={specs.get(name) ?? []}
            onToggle={(value) => apply(toggleSpec(listing, name, value))}
          />
        </FilterGroup>
      ))}
    </>
  )
}
