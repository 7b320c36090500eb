import { useState } from 'react'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import { customFields } from '#web/data/admin/operations/custom-fields.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CompactFilter } from '#web/ui/table/table-filter.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn } from '../list-page/columns.tsx'
import { ListPage, type ListFormProps } from '../list-page/list-page.tsx'
import { AddCard } from '../record-form/add-card.tsx'
import { CustomFieldDialog } from './custom-field-dialog.tsx'
import { kindNameOf, subjectNames, subjectOptions } from './custom-field-labels.ts'
import { describeNewField } from './describe-custom-field.tsx'

const row = {
  idOf: ({ id }: CustomField) => id,
  nameOf: ({ name }: CustomField) => name,
}

const yes = (is: boolean) => (is ? 'Yes' : '–')

/** Lists, adds and changes the fields that the shop adds to its records. */
export default function CustomFields() {
  const table = useTableState({ search: 'Search custom fields', filters: ['subject'] })
  const query = customFields.useList(table.query)
  const { remove } = customFields.useChanges()
  const [editing, setEditing] = useState<CustomField>()
  return (
    <>
      <ListPage<CustomField>
        {...row}
        title="Custom fields"
        noun="custom field"
        subject="custom_field"
        deletion={{
          text: 'Its values are hidden everywhere. If you undo this in the activity log, they are shown again.',
          isPending: remove.isPending,
          remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
        }}
        form={(props) => <AddCustomField {...props} />}
        list={{
          caption: 'Custom fields',
          table,
          query,
          toolbar: <CompactFilter table={table} name="subject" label="Belongs to" options={subjectOptions} />,
          empty: (
            <EmptyState
              title="No custom fields yet"
              text="Record what your shop needs to know beyond the usual, such as the warranty of a product or the birthday of a customer."
            />
          ),
          columns: ({ onDelete }) => [
            {
              id: 'name',
              name: 'Name',
              cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
            },
            { id: 'key', name: 'Key', cell: ({ key }) => <span className="wrap-anywhere">{key}</span> },
            { id: 'subject', name: 'Belongs to', cell: ({ subject }) => subjectNames[subject] },
            { id: 'kind', name: 'Kind', cell: kindNameOf },
            { id: 'filter', name: 'Filter', cell: ({ isFilterable }) => yes(isFilterable) },
            { id: 'public', name: 'Public', cell: ({ isPublic }) => yes(isPublic) },
            actionsColumn({ onEdit: setEditing, onDelete }, { ...row, subject: 'custom_field' }),
          ],
        }}
      />
      {editing && <CustomFieldDialog field={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

/** Adds a custom field. */
function AddCustomField({ onDone, firstField }: ListFormProps<CustomField>) {
  const { create } = customFields.useChanges()
  const [of] = useState(() => describeNewField(firstField))
  return (
    <AddCard
      title="Add custom field"
      of={of}
      draft="custom field new"
      submit={create.mutateAsync}
      onDone={onDone}
    />
  )
}
