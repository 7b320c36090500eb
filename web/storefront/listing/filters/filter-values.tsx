import type { Facets } from '#contract/catalog/facets.ts'
import { FilterChoice } from './filter-group.tsx'
import { SPEC_PREFIX } from '../listing-query.ts'

type Value = Facets['specs'][number]['values'][number]

interface FilterValuesProps {
  /** The specification, such as `Colour`. */
  name: string
  values: Value[]
  chosen: readonly string[]
}

const VALUES_SHOWN = 8

/** The values of one specification. A long list is collapsed after the first values. */
export function FilterValues({ name, values, chosen }: FilterValuesProps) {
  const withoutResults = chosen.filter((value) => !values.some((other) => other.value === value))
  const all = [...values, ...withoutResults.map((value) => ({ value, count: 0 }))]
  const rest = all.length > VALUES_SHOWN + 1 ? all.slice(VALUES_SHOWN) : []
  const isOpen = rest.some(({ value }) => chosen.includes(value))

  const choice = ({ value, count }: Value) => (
    <FilterChoice
      key={value}
      type="checkbox"
      name={SPEC_PREFIX + name}
      value={value}
      label={value}
      count={count}
      checked={chosen.includes(value)}
    />
  )
  return (
    <>
      {all.slice(0, all.length - rest.length).map(choice)}
      {rest.length > 0 && (
        <details open={isOpen} className="group/more">
          <summary className="flex min-h-9 cursor-pointer list-none items-center text-sm underline underline-offset-4 [&::-webkit-details-marker]:hidden">
            <span className="group-open/more:hidden">{rest.length} more</span>
            <span className="hidden group-open/more:inline">Fewer</span>
          </summary>
          {rest.map(choice)}
        </details>
      )}
    </>
  )
}
