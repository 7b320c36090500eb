import { useState } from 'react'
import type { AdminCategory } from '#contract/admin-category.ts'
import { useAllCategories, useAdminCategories, useCategoryChanges } from '../../data/admin-categories.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { counted, DeleteDialog } from '../shelves/delete-dialog.tsx'
import { besideForm } from '../shelves/form-card.tsx'
import { ShelfActions } from '../shelves/shelf-actions.tsx'
import { useEditing } from '../shelves/use-editing.ts'
import { categoryColumns } from './category-columns.tsx'
import { CategoryForm } from './category-form.tsx'

export default function Categories() {
  const table = useTableState({ sort: 'position' })
  const query = useAdminCategories(table.query)
  const all = useAllCategories()
  const { remove, order } = useCategoryChanges()
  const { editing, edit, formKey, done, deleted } = useEditing<AdminCategory>()
  const [deleting, setDeleting] = useState<AdminCategory>()
  const names = all.data?.map((row) => [row.id, row.productcategoryname] as const)

  return (
    <DashboardPage
      title="Manage Categories"
      actions={
        <ShelfActions
          subject="category"
          order={{ title: 'Order of the categories', items: names, save: order }}
        />
      }
    >
      <div className={besideForm}>
        <CategoryForm key={formKey} category={editing} onDone={done} />
        <div className="min-w-0">
          <DataTable
            caption="Categories"
            columns={categoryColumns({ onEdit: edit, onDelete: setDeleting })}
            table={table}
            query={query}
            rowKey={({ id }) => id}
            rowName={({ productcategoryname }) => productcategoryname}
            searchLabel="Search categories"
            empty={<EmptyState title="No categories available" text="Add the first one with the form." />}
          />
        </div>
      </div>
      {deleting && (
        <DeleteDialog
          name={deleting.productcategoryname}
          noun="category"
          uses={[
            ...counted(deleting.subcategories, 'subcategory', 'subcategories'),
            ...counted(deleting.products, 'product', 'products'),
          ]}
          ledToBy={deleting.ledToBy}
          others={(names ?? []).filter(([id]) => id !== deleting.id)}
          fallback="Error deleting product Category"
          remove={(moveTo) => remove(deleting.id, moveTo)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => deleted(deleting.id, query.data?.data)}
        />
      )}
    </DashboardPage>
  )
}
