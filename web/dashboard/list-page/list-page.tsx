import { Fragment, useContext, useRef, useState, type ReactNode, type RefObject } from 'react'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { AdminMutation, MutateHandlers } from '#web/data/admin/use-admin-mutation.ts'
import { hasDraft } from '#web/lib/form-drafts.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import type { Crumb } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { DraftOwner } from '#web/ui/form/draft/drafts.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable, type DataTableProps } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { RowFocus, useRowFocus } from './use-row-focus.ts'

/** What the form beside a list needs. */
export interface ListFormProps<Row> {
  /** The row to edit; without it the form adds one. */
  row: Row | undefined
  /** Call it when the row is saved or editing is cancelled. */
  onDone(): void
  /** Takes the focus after a row was added, for the next one. */
  firstField: RefObject<HTMLInputElement | null>
}

/** What a row's buttons do. */
export interface RowCallbacks<Row> {
  onEdit(row: Row): void
  onDelete(row: Row): void
}

interface Deletion<Row> {
  /** Deletes a row; `moveTo` is set if another record takes its place. */
  remove(row: Row, moveTo: { moveTo?: number }, handlers: MutateHandlers): void
  isPending: boolean
  /** What happens to the record. */
  text: string
  /** What uses a row and would have to move. */
  usedBy?(row: Row): readonly string[]
  /** The names of the records to move it to. */
  moveTargets?: readonly (readonly [id: number, name: string])[] | undefined
  /** What links to a row. */
  linkedFrom?(row: Row): readonly string[]
  /** An alert to show after a failure, in the place of a toast. */
  failureAlert?: string
}

interface ListPageProps<Row> {
  /** May depend on the row that is being edited. */
  title: string | ((editing: Row | undefined) => string)
  crumbs?: Crumb[]
  /** The noun of a row, such as "category". */
  noun: string
  /** The noun in the audit log, if it differs. */
  subject?: string
  idOf(row: Row): number
  nameOf(row: Row): string
  /** The table; without it `rows` and `children` make the list. */
  list?: Omit<DataTableProps<Row>, 'columns' | 'rowKey' | 'rowName'> & {
    columns(callbacks: RowCallbacks<Row>): Column<Row>[]
  }
  rows?: readonly Row[] | undefined
  /** For lists that can be sorted by hand. `items` are undefined until they are loaded. */
  order?: {
    title: string
    items: readonly (readonly [id: number, name: string])[] | undefined
    save: AdminMutation<number[], unknown>
  }
  deletion: Deletion<Row>
  /** More buttons beside the title. */
  actions?: ReactNode
  /** Between the title and the list. */
  intro?: ReactNode
  /** The form beside the list, above it on small screens. */
  form?(props: ListFormProps<Row>): ReactNode
  children?(callbacks: RowCallbacks<Row>): ReactNode
}

/** A page with the list of one noun: add, edit, delete, sort, and the activity log. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, crumbs, noun, subject = noun, idOf, nameOf, list, order, deletion } = props
  const { actions, intro, form, children, rows = list?.query.data?.data ?? [] } = props
  const [editing, setEditing] = useState<Row>()
  const [isReopened, setReopened] = useState(false)
  const [deleting, setDeleting] = useState<Row>()
  const [isSorting, setSorting] = useState(false)
  const [alert, setAlert] = useState('')
  const [addedCount, setAddedCount] = useState(0)
  const firstField = useRef<HTMLInputElement>(null)
  const { register, heading, focus, focusEdited, focusAfterDelete } = useRowFocus()

  const draftOwner = useContext(DraftOwner)
  if (!isReopened && rows.length > 0) {
    setReopened(true)
    // After a reload the form opens for the row that was being edited.
    setEditing(rows.find((row) => hasDraft(`${draftOwner} ${noun} ${idOf(row)}`)))
  }

  function onDone() {
    setEditing(undefined)
    setAddedCount(addedCount + 1)
    if (editing) focusEdited(idOf(editing))
    else focus(() => firstField.current, null)
  }

  function onDeleted(row: Row) {
    setDeleting(undefined)
    if (editing && idOf(editing) === idOf(row)) setEditing(undefined)
    focusAfterDelete(rows.map(idOf), idOf(row))
  }

  const callbacks = { onEdit: setEditing, onDelete: setDeleting }
  const content = (
    <RowFocus value={register}>
      {list && <DataTable {...list} columns={list.columns(callbacks)} rowKey={idOf} rowName={nameOf} />}
      {children?.(callbacks)}
    </RowFocus>
  )
  return (
    <DashboardPage
      title={typeof title === 'string' ? title : title(editing)}
      headingRef={heading}
      {...(crumbs && { crumbs })}
      actions={
        <>
          {order && (
            <Button kind="secondary" aria-disabled={!order.items} onClick={() => setSorting(true)}>
              Change order
            </Button>
          )}
          <LinkButton href={dashboardLinks.audit({ subject })}>Activity log</LinkButton>
          {actions}
        </>
      }
    >
      {intro}
      {form ? (
        <div className="grid items-start gap-8 xl:grid-cols-[22rem_minmax(0,1fr)]">
          {/* The key resets the form for each row and after each addition. */}
          <Fragment key={editing ? idOf(editing) : `new ${addedCount}`}>
            {form({ row: editing, onDone, firstField })}
          </Fragment>
          <div className="min-w-0">{content}</div>
        </div>
      ) : (
        content
      )}
      {isSorting && order?.items && (
        <OrderDialog {...order} items={order.items} onClose={() => setSorting(false)} />
      )}
      {deleting !== undefined && (
        <DeleteDialog
          name={nameOf(deleting)}
          noun={noun}
          text={deletion.text}
          usedBy={deletion.usedBy?.(deleting) ?? []}
          linkedFrom={deletion.linkedFrom?.(deleting) ?? []}
          moveTargets={(deletion.moveTargets ?? []).filter(([id]) => id !== idOf(deleting))}
          isPending={deletion.isPending}
          onConfirm={(moveTo, handlers) => deletion.remove(deleting, moveTo, handlers)}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => onDeleted(deleting)}
          onFailed={deletion.failureAlert ? () => setAlert(deletion.failureAlert ?? '') : undefined}
        />
      )}
      {alert && <AlertDialog text={alert} onClose={() => setAlert('')} />}
    </DashboardPage>
  )
}
