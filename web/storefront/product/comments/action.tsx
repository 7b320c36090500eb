/** How the buttons below a comment look. */
export const actionStyle =
  'inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm text-quiet underline-offset-4 hover:text-ink hover:underline aria-pressed:font-medium aria-pressed:text-ink'

/** A button below a comment. */
export function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className={actionStyle}>
      {children}
    </button>
  )
}
