import { enhancedBy } from '#web/islands/enhanced-by.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Says that the visitor is offline, and how many changes to the cart wait for the connection. */
export function Offline() {
  return (
    // Without a height: the page below must not move.
    <div
      role="status"
      data-enhance={enhancedBy('layout/frame')}
      className="sticky top-bar z-20 h-0 print:hidden"
    >
      <p hidden className="flex items-center justify-center gap-2 bg-deep px-4 py-2 text-sm text-on-deep">
        <Icon name="alert" className="size-4 shrink-0" />
        <span />
      </p>
    </div>
  )
}
