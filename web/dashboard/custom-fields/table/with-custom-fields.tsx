import type { ReactNode } from 'react'
import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import { customFields } from '#web/data/admin/operations/custom-fields.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** The custom fields that a table knows. */
export interface TableFields {
  /** Those of its rows, for columns. */
  own: readonly CustomField[]
  /** Those that it can be filtered by. Products are also found by the fields of their variants. */
  filters: readonly CustomField[]
}

interface WithCustomFieldsProps {
  subject: CustomFieldSubject
  children(fields: TableFields): ReactNode
}

/** Reads the custom fields before a table appears: filters that came later would move it. */
export function WithCustomFields({ subject, children }: WithCustomFieldsProps) {
  const { data = [], isPending } = customFields.useAll()
  if (isPending) return <Skeleton className="h-[40rem]" />
  const own = data.filter((field) => field.subject === subject)
  const found = subject === 'product' ? [...own, ...data.filter((field) => field.subject === 'variant')] : own
  const filters = found.filter(
    ({ key, isFilterable }, index) => isFilterable && found.findIndex((one) => one.key === key) === index,
  )
  return children({ own, filters })
}
