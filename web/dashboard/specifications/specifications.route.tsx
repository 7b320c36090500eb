import { useState } from 'react'
import type { AdminSpecification } from '#contract/admin-specification.ts'
import {
  useAdminSpecifications,
  useAllSpecifications,
  useSpecificationChanges,
} from '../../data/admin-specifications.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { counted, DeleteDialog } from '../shelves/delete-dialog.tsx'
import { besideForm } from '../shelves/form-card.tsx'
import { focusBeside } from '../shelves/row-actions.tsx'
import { ShelfActions } from '../shelves/shelf-actions.tsx'
import { AddSpecification } from './add-specification.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { specificationColumns } from './specification-columns.tsx'

export default function Specifications() {
  const table = useTableState({ sort: 'position' })
  const query = useAdminSpecifications(table.query)
  const all = useAllSpecifications()
  const { update, remove, order } = useSpecificationChanges()
  const [editing, setEditing] = useState<AdminSpecification>()
  const [deleting, setDeleting] = useState<AdminSpecification>()
  const names = all.data?.map((row) => [row.specificationid, row.specificationName] as const)

  async function filterBy(row: AdminSpecification, filterable: boolean) {
    const { specificationid, specificationName, version } = row
    try {
      showToast('success', await update({ specificationid, specificationName, filterable, version }))
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'The specification could not be changed. Please try again.')
      // Somebody may have changed it meanwhile.
      void query.refetch()
    }
  }

  return (
    <DashboardPage
      title="Manage Specifications"
      actions={
        <ShelfActions
          subject="specification"
          order={{ title: 'Order of the specifications', items: names, save: order }}
        />
      }
    >
      <div className={besideForm}>
        <AddSpecification />
        <div className="min-w-0">
          <DataTable
            caption="Specifications"
            columns={specificationColumns({
              onEdit: setEditing,
              onDelete: setDeleting,
              onFilter: (row, filterable) => void filterBy(row, filterable),
            })}
            table={table}
            query={query}
            rowKey={({ specificationid }) => specificationid}
            rowName={({ specificationName }) => specificationName}
            searchLabel="Search specifications"
            empty={<EmptyState title="No specifications available" text="Add the first one with the form." />}
          />
        </div>
      </div>
      {editing && <RenameDialog specification={editing} onClose={() => setEditing(undefined)} />}
      {deleting && (
        <DeleteDialog
          name={deleting.specificationName}
          noun="specification"
          uses={counted(deleting.products, 'product', 'products')}
          others={(names ?? []).filter(([id]) => id !== deleting.specificationid)}
          fallback="The specification could not be deleted. Please try again."
          remove={(moveTo) => remove(deleting.specificationid, moveTo)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            const ids = query.data?.data.map(({ specificationid }) => specificationid) ?? []
            focusBeside(ids, deleting.specificationid)
          }}
        />
      )}
    </DashboardPage>
  )
}
