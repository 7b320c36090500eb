import { useNavigate } from 'react-router'
import { createCollection, type AdminCollection } from '#contract/catalog/admin/collection.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { collections } from '#web/data/admin/catalog/collections.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, imageColumn, indexColumn } from '../list-page/columns.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { RowLink } from '../list-page/row-link.tsx'

const row = {
  idOf: ({ id }: AdminCollection) => id,
  nameOf: ({ name }: AdminCollection) => name,
  linkOf: ({ id }: AdminCollection) => dashboardLinks.collection(id),
}

export default function Collections() {
  const table = useTableState({ search: 'Search collections', sort: 'position' })
  const query = collections.useList(table.query)
  const { remove, order } = collections.useChanges()
  const names = collections.useAll().data?.map(({ id, name }) => [id, name] as const)
  return (
    <ListPage<AdminCollection>
      {...row}
      title="Manage Collections"
      noun="collection"
      order={{ title: 'Order of the collections', items: names, save: order }}
      deletion={{
        text: 'The collection will be removed from the shop. Its products stay.',
        isPending: remove.isPending,
        remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
      }}
      form={() => <AddCollection />}
      list={{
        caption: 'Collections',
        exportUrl: dashboardLinks.listExport('collections'),
        table,
        query,
        empty: <EmptyState title="No collections available" text="Add the first one with the form." />,
        columns: (callbacks) => [
          indexColumn,
          imageColumn,
          {
            id: 'name',
            name: 'Collection Name',
            sort: ['name', 'name_desc'],
            cell: (one) => <RowLink to={row.linkOf(one)}>{one.name}</RowLink>,
          },
          {
            id: 'kind',
            name: 'Product selection',
            optional: true,
            cell: ({ byRule }) => (byRule ? 'By rule' : 'By hand'),
          },
          { id: 'products', name: 'Products', align: 'end', cell: ({ products }) => products },
          actionsColumn(callbacks, { ...row, subject: 'collection' }),
        ],
      }}
    />
  )
}

/** Adds a collection by its name and opens its page, where the products are chosen. */
function AddCollection() {
  const { create } = collections.useChanges()
  const navigate = useNavigate()
  const form = useForm({
    schema: createCollection.input,
    draft: { name: 'collection new' },
    async submit(input) {
      const { data } = await create.mutateAsync(input)
      await navigate(dashboardLinks.collection(data.id))
    },
  })
  return (
    <FormCard title="Add Collection">
      <Form form={form} label="Add Collection" action="Add Collection" busyAction="Saving…">
        <TextField
          {...form.field('name')}
          label="Collection Name"
          maxLength={200}
          hint="You choose its products next."
        />
      </Form>
    </FormCard>
  )
}
