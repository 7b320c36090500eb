import { useState } from 'react'
import type {
  CustomField,
  CustomFieldKind,
  CustomFieldSubject,
} from '#contract/custom-fields/custom-field.ts'
import type { RecordValues } from '#contract/custom-fields/custom-value.ts'
import { readCustomValues } from '#web/data/admin/operations/custom-values.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { DescribedForm } from '#web/dashboard/record-form/described-form.tsx'
import { changedValues, describeValues, pathOf, recordOf } from './describe-values.tsx'

/** Names what is typed until it is saved. */
export const draftName = (subject: CustomFieldSubject, id: number) => `custom fields of ${subject} ${id}`

interface ValuesFormProps {
  subject: CustomFieldSubject
  fields: readonly CustomField[]
  record: RecordValues
  /** The accessible name of the form. */
  label: string
}

/** The form of a record’s custom fields. */
export function ValuesForm(props: ValuesFormProps) {
  return (
    <Refilled version={props.record.version}>
      <Values {...props} />
    </Refilled>
  )
}

/** The kinds that take a row of their own. */
const isWide: ReadonlySet<CustomFieldKind> = new Set(['text', 'image'])

function Values({ subject, fields, record: { id, ...record }, label }: ValuesFormProps) {
  const shop = useShop()
  const { mutateAsync } = useAdminCall('PATCH admin/custom-values')
  const [uploads, setUploads] = useState(0)
  return (
    <DescribedForm
      label={label}
      draft={draftName(subject, id)}
      action="Save custom fields"
      of={describeValues(fields, { ...shop, onUpload: (change) => setUploads((count) => count + change) })}
      record={recordOf(fields, record)}
      reread={async () => recordOf(fields, await readCustomValues(subject, id))}
      update={async (input, base) => {
        if (uploads > 0) throw new Error('An image is still uploading. Please wait, then save.')
        const values = changedValues(fields, input, base)
        if (Object.keys(values).length > 0) await mutateAsync({ subject, id, values, version: base.version })
      }}
    >
      {({ place }) => (
        <div className="@container">
          <div className="grid gap-5 @xl:grid-cols-2">
            {fields.map(({ key, kind }) => (
              <div key={key} className={`min-w-0 ${isWide.has(kind) ? '@xl:col-span-2' : ''}`}>
                {place(pathOf(key))}
              </div>
            ))}
          </div>
        </div>
      )}
    </DescribedForm>
  )
}
