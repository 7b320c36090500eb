import { useState } from 'react'
import { hasSingleKeys, setSingleKeys } from '#web/lib/browser/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

const shortcuts: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['Ctrl', 'K'], 'Search and commands (⌘ K on a Mac)'],
  [['Ctrl', 'S'], 'Save the form (⌘ S on a Mac)'],
  [['Esc'], 'Close a dialog'],
]

const singleKeys: typeof shortcuts = [
  [['/'], 'Search and commands'],
  [['J'], 'Next row of a list; the order before, on the page of an order'],
  [['K'], 'Previous row of a list; the order after'],
  [['↓', '↑'], 'The same, from within a row'],
  [['Enter'], 'Open the row'],
  [['?'], 'These shortcuts'],
]

/** Lists the shortcuts of the dashboard. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const [areOn, setOn] = useState(hasSingleKeys)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys rows={shortcuts} />
      <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked)
            setOn(target.checked)
          }}
          className="size-5 accent-ink"
        />
        Shortcuts of one key, in this browser
      </label>
      <div className={areOn ? '' : 'opacity-60'}>
        <Keys rows={singleKeys} />
      </div>
      <div className="mt-6">
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function Keys({ rows }: { rows: typeof shortcuts }) {
  return (
    <dl>
      {rows.map(([keys, action]) => (
        <div key={action} className="flex items-center justify-between gap-4 py-1">
          <dt className="order-2 flex shrink-0 gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A key as it is printed on a keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-xs border border-line bg-ground px-1.5 font-sans text-sm text-quiet">
    {children}
  </kbd>
)
