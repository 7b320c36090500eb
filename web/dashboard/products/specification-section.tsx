import { useRef } from 'react'
import { useSpecificationChoices } from '../../data/catalogue-choices.ts'
import { changeAndFocus } from '../../lib/focus.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { newSpecification, type SpecificationDraft } from './product-draft.ts'
import type { ProductForm } from './product-form.ts'

/** Pairs of a specification and what this product has to say to it; each specification once. */
export function SpecificationSection({ form: { draft, set, error } }: { form: ProductForm }) {
  const { specifications: pairs } = draft
  const { data: names = [] } = useSpecificationChoices()
  const list = useRef<HTMLDivElement>(null)
  const taken = new Set(pairs.map(({ specificationid }) => specificationid))
  // Errors count the pairs that are sent.
  const sent = pairs.filter(({ specificationid, description }) => specificationid || description.trim())

  const replace = (key: string, changes: Partial<SpecificationDraft>) =>
    set({ specifications: pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)) })

  const change = (specifications: SpecificationDraft[], selector: string) =>
    changeAndFocus(
      () => set({ specifications }),
      () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1),
    )

  return (
    <div ref={list} className="flex flex-col gap-4">
      {pairs.map((pair, index) => {
        const path = `productspecification.${sent.indexOf(pair)}`
        const called = names.find(({ specificationid }) => String(specificationid) === pair.specificationid)
        return (
          <div
            key={pair.key}
            role="group"
            aria-label={`Specification ${index + 1}`}
            className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          >
            <SelectField
              label="Specification"
              value={pair.specificationid}
              error={error(`${path}.productspecificationid`) && 'Select a specification'}
              options={[
                ['', 'Select Specification'],
                ...names
                  .filter(
                    ({ specificationid: id }) =>
                      !taken.has(String(id)) || String(id) === pair.specificationid,
                  )
                  .map(
                    ({ specificationid: id, specificationName }) => [String(id), specificationName] as const,
                  ),
              ]}
              onChange={({ target }) => replace(pair.key, { specificationid: target.value })}
            />
            <TextField
              label="Description"
              maxLength={1000}
              value={pair.description}
              error={error(`${path}.productspecificationdescription`)}
              onChange={({ target }) => replace(pair.key, { description: target.value })}
            />
            <Button
              kind="quiet"
              className="sm:mt-7.5"
              aria-label={`Remove specification ${called?.specificationName ?? index + 1}`}
              onClick={() =>
                change(
                  pairs.filter(({ key }) => key !== pair.key),
                  '[data-add]',
                )
              }
            >
              Remove
            </Button>
          </div>
        )
      })}
      {error('productspecification') && (
        <p className="text-sm font-medium text-danger">{error('productspecification')}</p>
      )}
      <Button
        data-add
        kind="secondary"
        className="self-start"
        onClick={() => change([...pairs, newSpecification()], 'select')}
      >
        <Icon name="plus" className="size-5" />
        Add specification
      </Button>
    </div>
  )
}
