import { useState } from 'react'
import type { CollectionDetail } from '#contract/admin-collection.ts'
import { useSpecificationValues } from '../../data/admin-collections.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'

type Rule = NonNullable<CollectionDetail['rule']>
type Specs = NonNullable<Rule['specs']>

/** Where a rule looks for products. */
export const placeOf = ({ productcategoryid: category, productsubcategoryid: subcategory }: Rule) => ({
  ...(category !== undefined && { productcategoryid: category }),
  ...(subcategory !== undefined && { productsubcategoryid: subcategory }),
})

interface RuleSpecificationsProps {
  rule: Rule
  onChange(specs: Specs | undefined): void
}

/** The values that products must have, by specification: of each name any of those that are ticked. */
export function RuleSpecifications({ rule, onChange }: RuleSpecificationsProps) {
  const { specs = {} } = rule
  const found = useSpecificationValues(placeOf(rule))
  const offered = new Map(
    (found.data ?? []).map(({ name, values }) => [name, values.map(({ value }) => value)]),
  )
  // What no product has any more can still be taken out of the rule.
  for (const [name, chosen] of Object.entries(specs))
    offered.set(name, [...new Set([...(offered.get(name) ?? []), ...chosen])])

  function choose(name: string, value: string, on: boolean) {
    const others = (specs[name] ?? []).filter((one) => one !== value)
    const next = Object.entries({ ...specs, [name]: on ? [...others, value] : others })
    const held = next.filter(([, values]) => values.length > 0)
    onChange(held.length > 0 ? Object.fromEntries(held) : undefined)
  }

  if (offered.size === 0) return null
  return (
    <div>
      <p className="mb-1.5 font-medium">
        Specifications <span className="font-normal text-quiet">(optional)</span>
      </p>
      {[...offered].map(([name, values]) => {
        const chosen = specs[name] ?? []
        return (
          <Values
            key={name}
            name={name}
            values={values}
            chosen={chosen}
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
  chosen: readonly string[]
  onChoose(value: string, on: boolean): void
}

function Values({ name, values, chosen, onChoose }: ValuesProps) {
  // What is open stays so when nothing in it is ticked any more.
  const [initially] = useState(chosen.length > 0)
  return (
    <details open={initially} className="border-b border-line">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {name}
        {chosen.length > 0 && <span className="text-quiet"> · {chosen.join(' or ')}</span>}
      </summary>
      <div role="group" aria-label={name} className="max-h-60 overflow-y-auto pb-2">
        {values.map((value) => (
          <CheckboxField
            key={value}
            label={value}
            checked={chosen.includes(value)}
            onChange={({ target }) => onChoose(value, target.checked)}
          />
        ))}
      </div>
    </details>
  )
}
