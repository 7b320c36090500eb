import { Icon } from '#web/ui/icon.tsx'
import { Key } from '../palette/shortcuts-dialog.tsx'

/** Opens the command palette. It looks like the field that it leads to. */
export function SearchField({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onOpen}
      className="flex min-h-10 min-w-0 grow cursor-pointer items-center gap-2 rounded-xs border border-line bg-card px-3 text-left text-quiet hover:border-quiet"
    >
      <Icon name="search" className="size-5 shrink-0" />
      <span className="grow truncate">
        Search<span className="sr-only"> orders, customers, products</span>
      </span>
      <span aria-hidden="true" className="shrink-0">
        <Key>Ctrl K</Key>
      </span>
    </button>
  )
}
