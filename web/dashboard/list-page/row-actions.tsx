import { use, type ReactNode } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { RowFocus } from './use-row-focus.ts'

/** The style of an action in a row. */
export const actionStyle =
  'inline-flex min-h-9 cursor-pointer items-center px-1.5 text-sm underline underline-offset-4 hover:decoration-2'

interface RowActionsProps {
  id: number
  name: string
  /** A link opens the record's page; a callback opens its form in the list. */
  onEdit?: (() => void) | string
  /** Absent if the row cannot be deleted. */
  onDelete?: (() => void) | undefined
  /** The record's noun in the audit log; without it there is no link to the activity log. */
  subject?: string
  /** More actions, between "Edit" and "Delete". */
  children?: ReactNode
}

/** The actions of a row: edit, delete and the activity log. */
export function RowActions({ id, name, onEdit, onDelete, subject, children }: RowActionsProps) {
  const register = use(RowFocus)
  return (
    <span className="flex flex-wrap gap-x-1 @5xl:flex-nowrap">
      {typeof onEdit === 'string' && (
        <Link to={onEdit} aria-label={`Edit ${name}`} className={actionStyle}>
          Edit
        </Link>
      )}
      {typeof onEdit === 'function' && (
        <button
          ref={register('edit', id)}
          type="button"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          className={actionStyle}
        >
          Edit
        </button>
      )}
      {children}
      {onDelete && (
        <button
          ref={register('delete', id)}
          type="button"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className={`${actionStyle} hover:text-danger`}
        >
          Delete
        </button>
      )}
      {subject && <ActivityLink subject={subject} id={id} name={name} />}
    </span>
  )
}

/** Opens the activity log of one record. */
function ActivityLink({ subject, id, name }: { subject: string; id: number; name: string }) {
  return (
    <Link
      to={dashboardLinks.audit({ subject, subjectId: id })}
      aria-label={`Activity log of ${name}`}
      className={actionStyle}
    >
      Activity log
    </Link>
  )
}
