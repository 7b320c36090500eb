import { useState } from 'react'
import type { CollectionDetail } from '#contract/catalog/admin/collection.ts'
import { useSpecificationValues } from '#web/data/admin/catalog/collections.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'

type Rule = NonNullable<CollectionDetail['rule']>
type Specs = NonNullable<Rule['specs']>

/** The filter for the products among which a rule selects. */
export const filterOf = ({ productcategoryid: category, productsubcategoryid: subcategory }: Rule) => ({
  ...(category !== undefined && { productcategoryid: category }),
  ...(subcategory !== undefined && { productsubcategoryid: subcategory }),
})

interface RuleSpecificationsProps {
  rule: Rule
  onChange(specs: Specs | undefined): void
}

/** The specifications of a rule: products must have one of the selected values for each name. */
export function RuleSpecifications({ rule, onChange }: RuleSpecificationsProps) {
  const { specs = {} } = rule
  const found = useSpecificationValues(filterOf(rule))
  const offered = new Map(
    (found.data ?? []).map(({ name, values }) => [name, values.map(({ value }) => value)]),
  )
  // Values that no product has any longer stay visible, so that they can be removed.
  for (const [name, selected] of Object.entries(specs))
    offered.set(name, [...new Set([...(offered.get(name) ?? []), ...selected])])

  function choose(name: string, value: string, on: boolean) {
    const others = (specs[name] ?? []).filter((one) => one !== value)
    const next = Object.entries({ ...specs, [name]: on ? [...others, value] : others })
    const selected = next.filter(([, values]) => values.length > 0)
    onChange(selected.length > 0 ? Object.fromEntries(selected) : undefined)
  }

  if (offered.size === 0) return null
  return (
    <div>
      <p className="mb-1.5 font-medium">
        Specifications <span className="font-normal text-quiet">(optional)</span>
      </p>
      {[...offered].map(([name, values]) => {
        const selected = specs[name] ?? []
        return (
          <Values
            key={name}
            name={name}
            values={values}
            selected={selected}
            onChoose={(value, on) => choose(name, value, on)}
          />
        )
      })}
    </div>
  )
}

interface ValuesProps {
  name: string
  values: readonly string[]
  selected: readonly string[]
  onChoose(value: string, on: boolean): void
}

function Values({ name, values, selected, onChoose }: ValuesProps) {
  // Closing it with the last value would hide the others.
  const [initially] = useState(selected.length > 0)
  return (
    <details open={initially} className="border-b border-line">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {name}
        {selected.length > 0 && <span className="text-quiet"> · {selected.join(' or ')}</span>}
      </summary>
      <div role="group" aria-label={name} className="max-h-60 overflow-y-auto pb-2">
        {values.map((value) => (
          <CheckboxField
            key={value}
            label={value}
            checked={selected.includes(value)}
            onChange={({ target }) => onChoose(value, target.checked)}
          />
        ))}
      </div>
    </details>
  )
}
