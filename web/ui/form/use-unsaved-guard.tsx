import { useEffect, type ReactNode, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { isInFront, isSaveShortcut } from '../dialog/save-shortcut.ts'

/**
 * Asks before unsaved changes are lost, and saves with Ctrl+S (⌘S). Returns the question; the page renders it. With several
 * forms on a page, Ctrl+S saves those with changes. Behind an open dialog it saves nothing, because the dialog comes first.
 */
export function useUnsavedGuard(form: RefObject<HTMLFormElement | null>, isDirty: boolean): ReactNode {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return
      event.preventDefault()
      if (isDirty && !event.repeat && isInFront(form.current)) form.current?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [form, isDirty])

  // A router asks only one blocker, so a form without changes must not register one.
  return isDirty && <LeaveQuestion />
}

function LeaveQuestion() {
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
      text="You have unsaved changes."
      confirm="Leave"
      onClose={(confirmed) => (confirmed ? blocker.proceed() : blocker.reset())}
    />
  )
}
