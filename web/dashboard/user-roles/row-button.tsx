import type { ComponentProps } from 'react'

/** What can be done with a row; `aria-label` names the row. */
export function RowButton({ danger, ...button }: ComponentProps<'button'> & { danger?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      className={`min-h-9 cursor-pointer px-1.5 text-sm underline underline-offset-4 hover:decoration-2 ${danger ? 'text-danger' : ''}`}
    />
  )
}
