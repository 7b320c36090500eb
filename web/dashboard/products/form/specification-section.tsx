import { useRef } from 'react'
import { useSpecificationChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { newSpecification, type ProductForm, type SpecificationDraft } from './product-draft.ts'

/** The specifications of a product with their descriptions, each specification once. */
export function SpecificationSection({ form: { draft, set, error } }: { form: ProductForm }) {
  const { specifications: pairs } = draft
  const { data: names = [] } = useSpecificationChoices()
  const lastSelect = useRef<HTMLSelectElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const focus = useFocus()
  const taken = new Set(pairs.map(({ specificationid }) => specificationid))
  // The paths of issues count only the pairs that are sent.
  const sent = pairs.filter(({ specificationid, description }) => specificationid || description.trim())

  const replace = (key: string, changes: Partial<SpecificationDraft>) =>
    set({ specifications: pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)) })

  return (
    <div className="flex flex-col gap-4">
      {pairs.map((pair, index) => {
        const path = `productspecification.${sent.indexOf(pair)}`
        const specification = names.find(
          ({ specificationid }) => String(specificationid) === pair.specificationid,
        )
        return (
          <div
            key={pair.key}
            role="group"
            aria-label={`Specification ${index + 1}`}
            className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          >
            <SelectField
              ref={index === pairs.length - 1 ? lastSelect : undefined}
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
              aria-label={`Remove specification ${specification?.specificationName ?? index + 1}`}
              onClick={() => {
                set({ specifications: pairs.filter(({ key }) => key !== pair.key) })
                focus(() => addButton.current)
              }}
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
        ref={addButton}
        kind="secondary"
        className="self-start"
        onClick={() => {
          set({ specifications: [...pairs, newSpecification()] })
          focus(() => lastSelect.current)
        }}
      >
        <Icon name="plus" className="size-5" />
        Add specification
      </Button>
    </div>
  )
}
