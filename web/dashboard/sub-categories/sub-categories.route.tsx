import { useState } from 'react'
import type { AdminSubcategory } from '#contract/admin-subcategory.ts'
import { useAllCategories } from '../../data/admin-categories.ts'
import {
  useAdminSubcategories,
  useAllSubcategories,
  useSubcategoryChanges,
} from '../../data/admin-subcategories.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { counted, DeleteDialog } from '../shelves/delete-dialog.tsx'
import { besideForm } from '../shelves/form-card.tsx'
import { ShelfActions } from '../shelves/shelf-actions.tsx'
import { useEditing } from '../shelves/use-editing.ts'
import { subcategoryColumns } from './subcategory-columns.tsx'
import { SubcategoryForm } from './subcategory-form.tsx'

export default function Subcategories() {
  const table = useTableState({ sort: 'position', filters: ['category'] })
  const query = useAdminSubcategories(table.query)
  const all = useAllSubcategories()
  const categories = useAllCategories()
  const { remove, order } = useSubcategoryChanges()
  const { editing, edit, formKey, done, deleted } = useEditing<AdminSubcategory>()
  const [deleting, setDeleting] = useState<AdminSubcategory>()
  const [alert, setAlert] = useState('')
  const choices = categories.data?.map((row) => [String(row.id), row.productcategoryname] as const) ?? []
  const named = (row: AdminSubcategory) =>
    [row.id, `${row.productcategoryname ?? 'Unknown'}: ${row.subcategoryname}`] as const
  const chosen = Number(table.filters['category'])
  const shown = all.data?.filter((row) => !chosen || row.parent_category_id === chosen)

  function tryToEdit(row: AdminSubcategory) {
    if (row.id) edit(row)
    else setAlert('Invalid subcategory data!')
  }

  return (
    <DashboardPage
      title={editing ? 'Edit Subcategory' : 'Manage Subcategories'}
      actions={
        <ShelfActions
          subject="subcategory"
          order={{ title: 'Order of the subcategories', items: shown?.map(named), save: order }}
        />
      }
    >
      <div className={besideForm}>
        <SubcategoryForm key={formKey} subcategory={editing} categories={choices} onDone={done} />
        <div className="min-w-0">
          <DataTable
            caption="Subcategories"
            columns={subcategoryColumns({ onEdit: tryToEdit, onDelete: setDeleting })}
            table={table}
            query={query}
            rowKey={({ id }) => id}
            rowName={({ subcategoryname }) => subcategoryname}
            searchLabel="Search subcategories"
            toolbar={
              <SelectField
                label="Category"
                className="min-w-48"
                value={table.filters['category'] ?? ''}
                onChange={({ target }) => table.set({ category: target.value })}
                options={[['', 'All categories'], ...choices]}
              />
            }
            empty={<EmptyState title="No subcategories available" text="Add the first one with the form." />}
          />
        </div>
      </div>
      {deleting && (
        <DeleteDialog
          name={deleting.subcategoryname}
          noun="subcategory"
          uses={counted(deleting.products, 'product', 'products')}
          others={(all.data ?? []).filter(({ id }) => id !== deleting.id).map(named)}
          fallback="The subcategory could not be deleted. Please try again."
          remove={(moveTo) => remove(deleting.id, moveTo)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => deleted(deleting.id, query.data?.data)}
        />
      )}
      {alert && <AlertDialog text={alert} onClose={() => setAlert('')} />}
    </DashboardPage>
  )
}
