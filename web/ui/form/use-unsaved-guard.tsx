import { useEffect, type ReactNode, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../confirm-dialog.tsx'

/**
 * Guards what was typed into a form and not saved: leaving the page asks first, and Ctrl+S (⌘S) saves. Answers the
 * question, which the form's page has to show. Of several forms on a page those are saved that were changed.
 */
export function useUnsavedGuard(form: RefObject<HTMLFormElement | null>, changed: boolean): ReactNode {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (changed) form.current?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [form, changed])

  // A router asks one blocker alone: a form without changes must not stand in the place of another's.
  return changed && <Leaving />
}

function Leaving() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="What you have changed on this page is not saved yet."
      confirm="Leave"
      onClose={(confirmed) => (confirmed ? blocker.proceed() : blocker.reset())}
    />
  )
}
