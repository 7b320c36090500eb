import { useAdminData } from '#web/data/admin/query.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import { PeriodFields } from '#web/ui/table/period-fields.tsx'

const actions = [
  ['', 'All actions'],
  ['create', 'Added'],
  ['update', 'Changed'],
  ['delete', 'Deleted'],
  ['undo', 'Undone'],
] as const

/** The filters of the activity log. */
export function ActivityFilters({
  table,
}: {
  table: TableState<'actor' | 'subject' | 'action' | 'from' | 'to'>
}) {
  const { data } = useAdminData('GET admin/audit/filters', {})
  const actors = data?.actors.map(({ id, name }) => [String(id), name] as const) ?? []
  const subjects = data?.subjects.map(({ subject, noun }) => [subject, noun] as const) ?? []
  return (
    <div className="grid w-full grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <TableFilter
        table={table}
        name="actor"
        className="min-w-0 sm:w-44"
        label="Person"
        options={[['', 'Anyone'], ...actors]}
      />
      <TableFilter
        table={table}
        name="subject"
        also={{ subjectId: undefined }}
        className="min-w-0 sm:w-44"
        label="Record type"
        options={[['', 'Everything'], ...subjects]}
      />
      <TableFilter table={table} name="action" className="min-w-0 sm:w-40" label="Action" options={actions} />
      <PeriodFields table={table} className="sm:w-40" />
      {table.narrowed && (
        <Button kind="quiet" onClick={table.reset}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
