import type { ComponentProps } from 'react'
import { actionStyle } from './row-actions.tsx'

/** A row action with a label of its own. `aria-label` names the row too. */
export function RowButton({ danger, ...button }: ComponentProps<'button'> & { danger?: boolean }) {
  return (
    <button type="button" {...button} className={`${actionStyle} ${danger ? 'hover:text-danger' : ''}`} />
  )
}
