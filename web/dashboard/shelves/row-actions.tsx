import { Link } from 'react-router'
import { focusAfterWait } from '../../lib/focus.ts'

/** Look of what can be done with a row. */
export const actionStyle =
  'inline-flex min-h-9 cursor-pointer items-center px-1.5 text-sm underline underline-offset-4 hover:decoration-2'

interface RowActionsProps {
  id: number
  name: string
  /** Opens it for editing, on a page of its own or here. */
  onEdit: (() => void) | string
  onDelete(): void
  /** The noun of the journal. */
  subject: string
}

/** What can be done with one row: edit, delete, look at what was done before. */
export function RowActions({ id, name, onEdit, onDelete, subject }: RowActionsProps) {
  return (
    <span className="flex flex-wrap gap-x-1">
      {typeof onEdit === 'string' ? (
        <Link to={onEdit} aria-label={`Edit ${name}`} className={actionStyle}>
          Edit
        </Link>
      ) : (
        <button
          type="button"
          data-edit={id}
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          className={actionStyle}
        >
          Edit
        </button>
      )}
      <button
        type="button"
        data-delete={id}
        aria-label={`Delete ${name}`}
        onClick={onDelete}
        className={`${actionStyle} text-danger`}
      >
        Delete
      </button>
      <HistoryLink subject={subject} id={id} name={name} />
    </span>
  )
}

/** Leads to what was changed of one record; `subject` is the noun of the journal. */
export function HistoryLink({ subject, id, name }: Pick<RowActionsProps, 'subject' | 'id' | 'name'>) {
  return (
    <Link to={historyOf(subject, id)} aria-label={`History of ${name}`} className={actionStyle}>
      History
    </Link>
  )
}

/** What was changed of all records of a kind, or of one. */
export function historyOf(subject: string, id?: number): string {
  return `/dashboard/audit?subject=${subject}${id === undefined ? '' : `&subjectId=${id}`}`
}

/** Puts the focus on the row behind one that is deleted now, or before it, or on the title of the page. */
export function focusBeside(rows: readonly number[], id: number): void {
  const at = rows.indexOf(id)
  const button = (row?: number) => document.querySelector<HTMLElement>(`[data-delete="${row}"]`)
  focusAfterWait(button(id), button(rows[at + 1] ?? rows[at - 1]) ?? document.querySelector('h1'))
}

/** Puts the focus back on the row whose form has just given way. */
export function focusEdited(id: number): void {
  focusAfterWait(null, document.querySelector<HTMLElement>(`[data-edit="${id}"]`))
}
