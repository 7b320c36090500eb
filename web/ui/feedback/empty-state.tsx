import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  title: string
  text?: ReactNode
  /** Links or buttons for the next step. */
  children?: ReactNode
}

/** Replaces an empty list with a message and the next step. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-16 text-center">
      {icon && (
        <span className="mb-6 grid size-16 place-items-center rounded-full bg-ground text-quiet">
          <Icon name={icon} className="size-7" />
        </span>
      )}
      <p className="font-display text-2xl">{title}</p>
      {text && <p className="mt-2 text-quiet">{text}</p>}
      {children && <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
