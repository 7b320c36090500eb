import { useNavigate } from 'react-router'
import { createCollection, type AdminCollection } from '#contract/catalog/admin/collection.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { collections } from '#web/data/admin/catalog/collections.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, imageColumn, indexColumn } from '../list-page/columns.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { RowLink } from '../list-page/row-link.tsx'
import { AddCard } from '../record-form/add-card.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { text } from '../record-form/fields.tsx'

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

const form = describeForm(createCollection.input.pick({ name: true }), {
  name: text('Collection Name', { maxLength: 200, hint: 'You choose its products next.' }),
})

/** Adds a collection by its name and opens its page, where the products are chosen. */
function AddCollection() {
  const { create } = collections.useChanges()
  const navigate = useNavigate()
  return (
    <AddCard
      title="Add Collection"
      of={form}
      draft="collection new"
      submit={create.mutateAsync}
      onDone={({ data }) => void navigate(dashboardLinks.collection(data.id))}
    />
  )
}
