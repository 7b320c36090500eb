import { Link } from 'react-router'
import type { ImportRow, ImportSummary } from '#contract/imports/import.ts'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useImportRows } from '#web/data/admin/operations/imports.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { outcomeLabels, warningLabels } from './import-labels.ts'

/** The records of an import: what changes, and why some are refused. */
export function ImportRows({ data }: { data: ImportSummary }) {
  const table = useTableState({ filters: ['outcome', 'warning'] })
  const query = useImportRows(data.id, data.step, table.query)
  const { counts, warnings } = data
  const outcomes = Object.entries(outcomeLabels).map(
    ([outcome, label]) => [outcome, `${label} (${counts[outcome as keyof typeof outcomeLabels]})`] as const,
  )
  const marked = Object.entries(warningLabels).filter(
    ([warning]) => warnings[warning as keyof typeof warnings] > 0,
  )
  return (
    <DataTable<ImportRow>
      caption="Rows of this file"
      columns={columnsOf(data.kind)}
      table={table}
      query={query}
      rowKey={({ position }) => position}
      rowName={({ name }) => name}
      empty={<EmptyState icon="bag" title="No rows" text="No row of this file is like this." />}
      toolbar={
        <>
          <TableFilter
            table={table}
            name="outcome"
            className="w-44"
            label="Show"
            options={[['', 'All rows'], ...outcomes]}
          />
          {marked.length > 0 && (
            <TableFilter
              table={table}
              name="warning"
              className="w-72 max-w-full"
              label="Check before importing"
              options={[['', 'All'], ...marked]}
            />
          )}
          {counts.refuse + counts.failed > 0 && (
            <LinkButton href={dashboardLinks.refusedImportRows(data.id)} download>
              Download refused rows
            </LinkButton>
          )}
        </>
      }
    />
  )
}

const columnsOf = (kind: ImportedKind): readonly Column<ImportRow>[] => [
  { id: 'line', name: 'Line', align: 'end', cell: ({ line }) => line },
  { id: 'name', name: 'Name', cell: (row) => <RecordName kind={kind} row={row} /> },
  {
    id: 'outcome',
    name: 'Result',
    cell: ({ outcome }) => (
      <span className={outcome === 'refuse' || outcome === 'failed' ? 'font-medium text-danger' : ''}>
        {outcomeLabels[outcome]}
      </span>
    ),
  },
  { id: 'changes', name: 'Changes', wrap: true, cell: (row) => <Changes row={row} /> },
]

/** The pages of the records that an import wrote. */
const recordLinks: Partial<Record<ImportedKind, (id: string) => string>> = {
  products: (id) => dashboardLinks.product(Number(id)),
  customers: (id) => dashboardLinks.customer(Number(id)),
  orders: dashboardLinks.order,
}

function RecordName({ kind, row: { name, recordid } }: { kind: ImportedKind; row: ImportRow }) {
  const link = recordLinks[kind]
  if (recordid === null || !link) return <span className="wrap-anywhere">{name}</span>
  return (
    <Link
      to={link(recordid)}
      className="inline-flex min-h-6 items-center underline underline-offset-4 wrap-anywhere"
    >
      {name}
    </Link>
  )
}

function Changes({ row: { changes, reason, warnings, notes } }: { row: ImportRow }) {
  return (
    <ul className="grid gap-1 text-sm wrap-anywhere">
      {reason !== null && <li className="text-danger">{reason}</li>}
      {warnings.map((warning) => (
        <li key={warning} className="font-medium">
          {warningLabels[warning]}
        </li>
      ))}
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="text-quiet">{field}:</span>{' '}
          {before && (
            <>
              <del>{before}</del> →{' '}
            </>
          )}
          {after || 'none'}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note} className="text-quiet">
          {note}
        </li>
      ))}
    </ul>
  )
}
