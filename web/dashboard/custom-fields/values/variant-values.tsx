import { useContext, useState } from 'react'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import type { RecordValues } from '#contract/custom-fields/custom-value.ts'
import { hasDraft } from '#web/lib/form-drafts.ts'
import { DraftOwner } from '#web/ui/form/draft/drafts.ts'
import { draftName, ValuesForm } from './values-form.tsx'

/** A variant with the name of its options, such as "Sage / Large"; empty for the only one. */
export interface NamedVariant {
  id: number
  name: string
}

interface VariantValuesProps {
  variants: readonly NamedVariant[]
  fields: readonly CustomField[]
  records: readonly RecordValues[]
}

/** The custom fields of each variant of a product, one below the other. */
export function VariantValues({ variants, fields, records }: VariantValuesProps) {
  const shown = variants.flatMap((variant) => {
    const record = records.find(({ id }) => id === variant.id)
    return record ? [{ ...variant, record }] : []
  })
  return (
    <section aria-label="Custom fields of the variants" className="min-w-0">
      <h3 className="mb-2 font-medium">{shown.length > 1 ? 'Variants' : 'Variant'}</h3>
      {shown.length === 1 && shown[0] ? (
        <ValuesForm
          subject="variant"
          fields={fields}
          record={shown[0].record}
          label="Custom fields of the variant"
        />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((variant) => (
            <Variant key={variant.id} {...variant} fields={fields} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface VariantProps extends NamedVariant {
  fields: readonly CustomField[]
  record: RecordValues
}

/** One of several variants, closed at first. Its form appears once it is opened, and stays with everything typed. */
function Variant({ id, name, fields, record }: VariantProps) {
  const draftOwner = useContext(DraftOwner)
  const [isEdited] = useState(() => hasDraft(`${draftOwner} ${draftName('variant', id)}`))
  const [wasOpen, setWasOpen] = useState(isEdited)
  const count = Object.keys(record.values).length
  return (
    <li>
      <details open={isEdited} onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}>
        <summary className="cursor-pointer py-3 underline-offset-4 hover:underline">
          <span className="wrap-anywhere">{name}</span>
          <span className="text-sm text-quiet tabular">
            {' '}
            · {count} of {fields.length} filled in
          </span>
        </summary>
        {wasOpen && (
          <div className="pt-2 pb-5">
            <ValuesForm
              subject="variant"
              fields={fields}
              record={record}
              label={`Custom fields of ${name}`}
            />
          </div>
        )}
      </details>
    </li>
  )
}
