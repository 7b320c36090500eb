import type { ReactNode } from 'react'
import type { CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import { useCustomValues } from '#web/data/admin/operations/custom-values.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { ValuesForm } from './values-form.tsx'
import { VariantValues, type NamedVariant } from './variant-values.tsx'

interface CustomFieldsPanelProps {
  subject: Exclude<CustomFieldSubject, 'variant'>
  id: number
  /** The variants of a product, whose fields are a part of the panel. */
  variants?: readonly NamedVariant[]
}

/** The custom fields of a record, and of its variants. Nothing if the shop has none of them. */
export function CustomFieldsPanel({ subject, id, variants = [] }: CustomFieldsPanelProps) {
  const query = useCustomValues(subject, [id])
  const ofVariants = useCustomValues(
    'variant',
    variants.map((variant) => variant.id),
  )
  if (query.isError || ofVariants.isError)
    return (
      <CustomFields>
        <Loaded query={query.isError ? query : ofVariants} skeleton={null}>
          {() => null}
        </Loaded>
      </CustomFields>
    )
  const record = query.data?.records[0]
  const hasOwn = record !== undefined && query.data !== undefined && query.data.fields.length > 0
  const hasVariants = ofVariants.data !== undefined && ofVariants.data.fields.length > 0
  if (!hasOwn && !hasVariants) return null
  return (
    <CustomFields>
      {hasOwn && (
        <ValuesForm subject={subject} fields={query.data.fields} record={record} label="Custom fields" />
      )}
      {hasVariants && <VariantValues variants={variants} {...ofVariants.data} />}
    </CustomFields>
  )
}

const CustomFields = ({ children }: { children: ReactNode }) => (
  <Panel title="Custom fields">
    <div className="grid gap-8">{children}</div>
  </Panel>
)
