import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import type { AdminCategory } from '#contract/catalog/admin/category.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, imageColumn, indexColumn, productsColumn } from '../list-page/columns.tsx'
import { counted } from '../list-page/delete-dialog.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { CustomFieldsPanel } from '../custom-fields/values/custom-fields-panel.tsx'
import { CategoryForm } from './category-form.tsx'

const row = {
  idOf: ({ id }: AdminCategory) => id,
  nameOf: ({ productcategoryname }: AdminCategory) => productcategoryname,
}

export default function Categories() {
  const table = useTableState({ search: 'Search categories', sort: 'position' })
  const query = categories.useList(table.query)
  const { remove, order } = categories.useChanges()
  const names = categories.useAll().data?.map((one) => [one.id, one.productcategoryname] as const)
  return (
    <ListPage<AdminCategory>
      {...row}
      title="Manage Categories"
      noun="category"
      order={{ title: 'Order of the categories', items: names, save: order }}
      deletion={{
        text: 'The category will be removed from the shop.',
        usedBy: ({ subcategories, products }) => [
          ...counted(subcategories, 'subcategory', 'subcategories'),
          ...counted(products, 'product', 'products'),
        ],
        linkedFrom: ({ linkedFrom }) => linkedFrom,
        moveTargets: names,
        isPending: remove.isPending,
        remove: ({ id }, moveTo, handlers) => remove.mutate({ id, ...moveTo }, handlers),
      }}
      form={(props) => (
        <div className="grid gap-6">
          <CategoryForm {...props} />
          {props.row && <CustomFieldsPanel subject="category" id={props.row.id} />}
        </div>
      )}
      list={{
        caption: 'Categories',
        exportUrl: dashboardLinks.listExport('categories'),
        table,
        query,
        empty: <EmptyState title="No categories available" text="Add the first one with the form." />,
        columns: (callbacks) => [
          indexColumn,
          imageColumn,
          {
            id: 'name',
            name: 'Category Name',
            sort: ['name', 'name_desc'],
            cell: ({ id, productcategoryname }) => (
              <a
                href={links.category(id)}
                className="row-link font-medium underline-offset-4 wrap-anywhere hover:underline"
              >
                {productcategoryname}
              </a>
            ),
          },
          { id: 'size_guide', name: 'Size guide', optional: true, cell: ({ sizeguide }) => sizeguide },
          {
            id: 'subcategories',
            name: 'Subcategories',
            align: 'end',
            optional: true,
            cell: ({ subcategories }) => subcategories,
          },
          productsColumn,
          actionsColumn(callbacks, { ...row, subject: 'category' }),
        ],
      }}
    />
  )
}
