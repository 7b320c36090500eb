import { useEffect, type ReactNode } from 'react'
import type { TableState } from './use-table-state.ts'
import { useRowKeys } from '#web/lib/browser/use-row-keys.ts'
import { buttonStyle } from '../button-style.ts'
import { Button } from '../button.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Pagination } from '../pagination.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { ColumnChoice } from './column-choice.tsx'
import type { Column } from './column.ts'
import { TableHead } from './table-head.tsx'
import { TableSearch } from './table-search.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useColumns } from './use-columns.ts'

/** The keys of the selected rows, over all pages. */
export interface Selection {
  selected: ReadonlySet<number>
  onChange(selected: ReadonlySet<number>): void
  /** Replaces the number of selected rows. */
  text?: string | undefined
}

export interface DataTableProps<Row> {
  /** Names the table, also for the saved choice of columns. */
  caption: string
  columns: readonly Column<Row>[]
  table: TableState
  /** The list query: a page of rows, the total, whether there are more, and how many have a page; absent: all. */
  query: {
    data: { data: readonly Row[]; total: number; hasMore?: boolean; reachable?: number } | undefined
    isError: boolean
    isPlaceholderData?: boolean
    refetch(): unknown
  }
  rowKey(row: Row): number
  /** The name of a row, for its checkbox. */
  rowName(row: Row): string
  /** Replaces an empty table without search and filters. */
  empty: ReactNode
  /** Shows rows as cards on medium screens too. Tables with more than seven columns always do. */
  wide?: boolean
  /** The address of a CSV file with all rows of the search and filters, and these columns. */
  exportUrl?(query: Record<string, string | number | undefined>): string
  /** Filters. */
  toolbar?: ReactNode
  selection?: Selection
  /** Buttons for the selected rows. */
  bulkActions?: ReactNode
}

const skeleton = <Skeleton className="h-[36rem]" />

/** A table whose search, filters, order and page are in the URL, and applied by the server. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, table, query, toolbar, selection, bulkActions, wide } = props
  const choice = useColumns(caption, columns)
  useLastPage(table, query)
  return (
    <>
      <TableToolbar search={table.searchLabel && <TableSearch table={table} />} filters={toolbar}>
        <div className="ml-auto flex flex-wrap gap-2">
          {props.exportUrl && (
            <a
              href={props.exportUrl({
                ...table.query,
                page: undefined,
                limit: undefined,
                columns: choice.shown
                  .filter(({ isOnScreenOnly }) => !isOnScreenOnly)
                  .map(({ id }) => id)
                  .join(),
              })}
              download
              className={buttonStyle('secondary')}
            >
              Download CSV
            </a>
          )}
          <ColumnChoice
            columns={columns.filter(({ optional }) => optional)}
            isShown={choice.isShown}
            onToggle={choice.toggle}
          />
        </div>
      </TableToolbar>
      {selection && selection.selected.size > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-xs bg-ground px-4 py-1">
          <p role="status">{selection.text ?? `${selection.selected.size} selected`}</p>
          {bulkActions}
          <Button kind="quiet" onClick={() => selection.onChange(new Set())}>
            Clear selection
          </Button>
        </div>
      )}
      <Loaded query={query} skeleton={skeleton}>
        {({ data: rows, total, hasMore = false, reachable = total }) =>
          total > 0 && rows.length === 0 ? (
            skeleton
          ) : total === 0 ? (
            // An empty list says nothing about the search that is on its way.
            query.isPlaceholderData ? (
              skeleton
            ) : (
              <NoRows {...props} />
            )
          ) : (
            <div
              // Nothing limits the columns that a shop adds itself.
              className={`@container ${wide || choice.shown.length > 7 ? 'wide-table' : ''} ${choice.shown.some(({ isOnScreenOnly }) => isOnScreenOnly) ? 'overflow-x-auto' : ''}`}
            >
              <Rows {...props} columns={choice.shown} rows={rows} />
              <p className="mt-4 text-sm text-quiet tabular" role="status">
                {rangeText(table, rows.length, hasMore ? `more than ${total}` : total)}
                {reachable < total &&
                  `. Pages show the first ${reachable}: filter, search or sort to see others.`}
              </p>
              <Pagination
                page={table.page}
                pages={Math.ceil(reachable / table.limit)}
                href={(page) => table.href({ page })}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function rangeText({ page, limit }: TableState, rowCount: number, total: number | string): string {
  const first = (page - 1) * limit + 1
  return `${first} to ${first + rowCount - 1} of ${total}`
}

/** Leads from a page past the end to the last one: rows were deleted, or the URL is wrong. */
function useLastPage<Row>(
  table: TableState,
  { data, isPlaceholderData }: DataTableProps<Row>['query'],
): void {
  const { page, limit } = table
  const lastPage = Math.ceil((data?.reachable ?? data?.total ?? 0) / limit)
  const isPastEnd = !isPlaceholderData && lastPage > 0 && page > lastPage
  useEffect(() => {
    if (isPastEnd) table.set({ page: lastPage }, { replace: true })
    // Once per page past the end; the table is a new object in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPastEnd, lastPage])
}

function NoRows<Row>({ table, empty }: DataTableProps<Row>) {
  if (!table.narrowed) return empty
  return (
    <div className="py-16 text-center">
      <p className="font-display text-2xl">No results</p>
      <Button kind="secondary" className="mt-6" onClick={table.reset}>
        Clear filters
      </Button>
    </div>
  )
}

function Rows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { caption, columns, table, query, rows, rowKey, rowName, selection } = props
  const keys = rows.map(rowKey)
  const body = useRowKeys<HTMLTableSectionElement>()
  const select = (rowKeys: readonly number[], on: boolean) => {
    const next = new Set(selection?.selected)
    for (const key of rowKeys)
      if (on) next.add(key)
      else next.delete(key)
    selection?.onChange(next)
  }
  return (
    <table
      aria-busy={query.isPlaceholderData}
      onPointerOver={({ target }) => showWholeText(target)}
      className={`w-full border-collapse cards:block ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <TableHead
        columns={columns}
        table={table}
        selectAll={
          selection && (
            <SelectBox
              label="Select all on this page"
              checked={keys.length > 0 && keys.every((key) => selection.selected.has(key))}
              onChange={(on) => select(keys, on)}
            />
          )
        }
      />
      <tbody ref={body} className="cards:grid cards:gap-3 @xl:cards:grid-cols-2">
        {rows.map((row, index) => {
          const key = rowKey(row)
          return (
            <tr
              key={key}
              className="linked-row border-b border-line hover:bg-card cards:block cards:rounded-xs cards:border cards:bg-card cards:p-3"
            >
              {selection && (
                <td className="h-row px-2 py-0 cards:block cards:h-auto cards:px-0">
                  <SelectBox
                    label={`Select ${rowName(row)}`}
                    checked={selection.selected.has(key)}
                    onChange={(on) => select([key], on)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-label={column.name}
                  className={`h-row px-3 ${cellStyle(column)} cards:flex cards:h-auto cards:max-w-none cards:whitespace-normal cards:items-center cards:justify-between cards:gap-4 cards:px-0 cards:py-0.5 cards:text-left cards:wrap-anywhere cards:before:shrink-0 cards:before:text-sm cards:before:text-quiet cards:before:content-[attr(data-label)] ${column.align === 'end' ? 'text-right tabular' : ''}`}
                >
                  {column.cell(row, (table.page - 1) * table.limit + index + 1)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function cellStyle({ id, wrap }: Pick<Column<never>, 'id' | 'wrap'>): string {
  if (wrap) return 'max-w-96 py-1.5 wrap-break-word'
  return id === 'actions'
    ? 'py-0 @5xl:w-px @5xl:whitespace-nowrap cards:w-auto'
    : 'max-w-52 py-0 wrap-break-word @5xl:max-w-56 @5xl:truncate'
}

/** Gives a cell that is cut off its whole text as a tooltip. */
function showWholeText(target: EventTarget): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('.truncate')].some(
    (part) => part.scrollWidth > part.clientWidth,
  )
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

interface SelectBoxProps {
  label: string
  checked: boolean
  onChange(on: boolean): void
}

function SelectBox({ label, checked, onChange }: SelectBoxProps) {
  return (
    <label className="grid size-8 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 cursor-pointer accent-ink"
      />
    </label>
  )
}
