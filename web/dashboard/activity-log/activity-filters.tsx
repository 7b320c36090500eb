import { useAuditFilters } from '#web/data/admin/audit.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const actions = [
  ['', 'All actions'],
  ['create', 'Added'],
  ['update', 'Changed'],
  ['delete', 'Deleted'],
  ['undo', 'Undone'],
] as const

/** The filters of the activity log. */
export function ActivityFilters({ table }: { table: TableState }) {
  const { data } = useAuditFilters()
  const { filters } = table
  const actors = data?.actors.map(({ id, name }) => [String(id), name] as const) ?? []
  const subjects = data?.subjects.map(({ subject, noun }) => [subject, noun] as const) ?? []
  return (
    <div className="grid w-full grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SelectField
        className="min-w-0 sm:w-44"
        label="Person"
        options={[['', 'Anyone'], ...actors]}
        value={filters['actor'] ?? ''}
        onChange={({ target }) => table.set({ actor: target.value })}
      />
      <SelectField
        className="min-w-0 sm:w-44"
        label="Record type"
        options={[['', 'Everything'], ...subjects]}
        value={filters['subject'] ?? ''}
        onChange={({ target }) => table.set({ subject: target.value, subjectId: undefined })}
      />
      <SelectField
        className="min-w-0 sm:w-40"
        label="Action"
        options={actions}
        value={filters['action'] ?? ''}
        onChange={({ target }) => table.set({ action: target.value })}
      />
      <TextField
        type="date"
        className="min-w-0 sm:w-40"
        label="From"
        value={filters['from'] ?? ''}
        max={filters['to']}
        onChange={({ target }) => table.set({ from: target.value }, { replace: true })}
      />
      <TextField
        type="date"
        className="min-w-0 sm:w-40"
        label="To"
        value={filters['to'] ?? ''}
        min={filters['from']}
        onChange={({ target }) => table.set({ to: target.value }, { replace: true })}
      />
      {table.narrowed && (
        <Button kind="quiet" onClick={table.reset}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
