import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createCollection, type AdminCollection } from '#contract/admin-collection.ts'
import { useAdminCollections, useAllCollections, useCollectionChanges } from '../../data/admin-collections.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { DeleteDialog } from '../shelves/delete-dialog.tsx'
import { besideForm, FormCard } from '../shelves/form-card.tsx'
import { focusBeside } from '../shelves/row-actions.tsx'
import { ShelfActions } from '../shelves/shelf-actions.tsx'
import { collectionColumns } from './collection-columns.tsx'
import { collectionPath } from './places.ts'

export default function Collections() {
  const table = useTableState({ sort: 'position' })
  const query = useAdminCollections(table.query)
  const all = useAllCollections()
  const { remove, order } = useCollectionChanges()
  const [deleting, setDeleting] = useState<AdminCollection>()
  return (
    <DashboardPage
      title="Manage Collections"
      actions={
        <ShelfActions
          subject="collection"
          order={{
            title: 'Order of the collections',
            items: all.data?.map(({ id, name }) => [id, name] as const),
            save: order,
          }}
        />
      }
    >
      <div className={besideForm}>
        <NewCollection />
        <div className="min-w-0">
          <DataTable
            caption="Collections"
            columns={collectionColumns(setDeleting)}
            table={table}
            query={query}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            searchLabel="Search collections"
            empty={<EmptyState title="No collections available" text="Add the first one with the form." />}
          />
        </div>
      </div>
      {deleting && (
        <DeleteDialog
          name={deleting.name}
          noun="collection"
          uses={[]}
          others={[]}
          fallback="The collection could not be deleted. Please try again."
          remove={() => remove(deleting.id)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => focusBeside(query.data?.data.map(({ id }) => id) ?? [], deleting.id)}
        />
      )}
    </DashboardPage>
  )
}

/** A collection begins with its name; what is in it is chosen on its own page. */
function NewCollection() {
  const { add } = useCollectionChanges()
  const navigate = useNavigate()
  const form = useForm({
    schema: createCollection.input,
    async submit(input) {
      await navigate(collectionPath(await add(input)))
    },
  })
  return (
    <FormCard title="Add Collection">
      <Form form={form} label="Add Collection" action="Add Collection" busyAction="Saving…">
        <TextField
          {...form.field('name')}
          label="Collection Name"
          maxLength={200}
          hint="Which products are in it is chosen next."
        />
      </Form>
    </FormCard>
  )
}
