import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { isDashboardPath } from '#contract/links.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { isPaletteShortcut, singleKeyOf } from '#web/lib/browser/shortcuts.ts'
import { askFor } from '../orders/asked-action.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import type { PaletteEntry } from './palette-entries.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** The command palette and the list of shortcuts, with the keys that open them: Ctrl+K, `/` and `?`. */
export function usePalette(user: CurrentUser): {
  openPalette(): void
  openShortcuts(): void
  dialog: ReactNode
} {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = singleKeyOf(event)
      if (isPaletteShortcut(event)) {
        // The browser would search the web. A dialog that is open stays the only one.
        event.preventDefault()
        if (document.querySelector('dialog[open]')) return
        setOpen('palette')
      } else if (key === '/' || key === '?') {
        event.preventDefault()
        setOpen(key === '/' ? 'palette' : 'shortcuts')
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  function choose(target: Exclude<PaletteEntry['target'], { kind: 'text' }>) {
    setOpen(target.kind === 'shortcuts' ? 'shortcuts' : undefined)
    if (target.kind !== 'page') return
    const { to, orderAction } = target
    if (!isDashboardPath(to)) void openPage(to)
    else void navigate(to, orderAction && { state: askFor(orderAction) })
  }

  const close = () => setOpen(undefined)
  return {
    openPalette: () => setOpen('palette'),
    openShortcuts: () => setOpen('shortcuts'),
    dialog:
      open === 'palette' ? (
        <PaletteDialog permissions={user.permissions} onClose={close} onChoose={choose} />
      ) : (
        open && <ShortcutsDialog onClose={close} />
      ),
  }
}
