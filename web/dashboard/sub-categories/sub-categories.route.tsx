import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useState } from 'react'
import type { AdminSubcategory } from '#contract/catalog/admin/subcategory.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { subcategories } from '#web/data/admin/catalog/subcategories.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, imageColumn, indexColumn, productsColumn } from '../list-page/columns.tsx'
import { counted } from '../list-page/delete-dialog.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { SubcategoryForm } from './subcategory-form.tsx'

const row = {
  idOf: ({ id }: AdminSubcategory) => id,
  nameOf: ({ subcategoryname }: AdminSubcategory) => subcategoryname,
}
const categoryOf = ({ productcategoryname }: AdminSubcategory) => productcategoryname ?? 'Unknown'
const choiceOf = (one: AdminSubcategory) => [one.id, `${categoryOf(one)}: ${one.subcategoryname}`] as const

export default function Subcategories() {
  const table = useTableState({ search: 'Search subcategories', sort: 'position', filters: ['category'] })
  const query = subcategories.useList(table.query)
  const all = subcategories.useAll({ sort: 'category' }).data
  const { remove, order } = subcategories.useChanges()
  const [alert, setAlert] = useState('')
  const parents =
    categories
      .useAll()
      .data?.map(({ id, productcategoryname }) => [String(id), productcategoryname] as const) ?? []
  const parent = Number(table.filters.category)
  return (
    <>
      <ListPage<AdminSubcategory>
        {...row}
        title={(editing) => (editing ? 'Edit Subcategory' : 'Manage Subcategories')}
        noun="subcategory"
        order={{
          title: 'Order of the subcategories',
          items: all?.filter((one) => !parent || one.parent_category_id === parent).map(choiceOf),
          save: order,
        }}
        deletion={{
          text: 'The subcategory will be removed from the shop.',
          usedBy: ({ products }) => counted(products, 'product', 'products'),
          moveTargets: all?.map(choiceOf),
          isPending: remove.isPending,
          remove: ({ id }, moveTo, handlers) => remove.mutate({ id, ...moveTo }, handlers),
        }}
        form={(props) => <SubcategoryForm {...props} categories={parents} />}
        list={{
          caption: 'Subcategories',
          exportUrl: dashboardLinks.listExport('subcategories'),
          table,
          query,
          toolbar: (
            <TableFilter
              table={table}
              name="category"
              label="Category"
              className="min-w-48"
              options={[['', 'All categories'], ...parents]}
            />
          ),
          empty: <EmptyState title="No subcategories available" text="Add the first one with the form." />,
          columns: ({ onEdit, onDelete }) => [
            indexColumn,
            imageColumn,
            {
              id: 'name',
              name: 'Subcategory Name',
              sort: ['name', 'name_desc'],
              cell: ({ subcategoryname }) => (
                <span className="font-medium wrap-anywhere">{subcategoryname}</span>
              ),
            },
            {
              id: 'category',
              name: 'Parent Category',
              sort: ['category', 'category_desc'],
              cell: categoryOf,
            },
            { id: 'size_guide', name: 'Size guide', optional: true, cell: ({ sizeguide }) => sizeguide },
            productsColumn,
            actionsColumn(
              {
                onEdit: (one) => (one.id ? onEdit(one) : setAlert('Invalid subcategory data!')),
                onDelete,
              },
              { ...row, subject: 'subcategory' },
            ),
          ],
        }}
      />
      {alert && <AlertDialog text={alert} onClose={() => setAlert('')} />}
    </>
  )
}
