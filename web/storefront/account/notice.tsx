import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** A success message or a hint above a form. */
export function Notice({ kind = 'done', children }: { kind?: 'done' | 'attention'; children: ReactNode }) {
  const [icon, color] =
    kind === 'done' ? (['check', 'text-success'] as const) : (['alert', 'text-warning'] as const)
  return (
    <div className="mb-6 flex items-start gap-3 rounded-xs bg-ground px-4 py-3">
      <Icon name={icon} className={`mt-0.5 size-5 ${color}`} />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
