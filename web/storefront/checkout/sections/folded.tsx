import { useState, type ReactNode } from 'react'

interface FoldedProps {
  /** A verb: what opening it is for. */
  title: string
  /** Opens it unless somebody has folded it, because it shows something already. What this tab keeps arrives late. */
  isFilled: boolean
  /** Keeps it open. */
  error: string | undefined
  children: ReactNode
}

/** Rarely needed fields behind a line of text. They are part of the form also while they are folded. */
export function Folded({ title, isFilled, error, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <details
      open={(isOpen ?? isFilled) || error !== undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="min-w-0"
    >
      <summary className="w-fit cursor-pointer py-2 underline underline-offset-4 hover:decoration-2">
        {title}
      </summary>
      <div className="mt-2 grid gap-5">{children}</div>
    </details>
  )
}
