import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { isUncovered, isSaveShortcut } from '#web/ui/dialog/save-shortcut.ts'
import type { FormState } from '#web/ui/form/use-form.ts'

interface GuardedForm extends Pick<FormState, 'ref' | 'isDirty'> {
  draft: Pick<FormState['draft'], 'remove'>
}

/**
 * Asks before unsaved changes are lost, and saves with Ctrl+S (⌘S). Returns the question; the page renders it. With several
 * forms on a page, Ctrl+S saves those with changes. Behind an open dialog it saves nothing, because the dialog comes first.
 */
export function useUnsavedGuard({ ref, draft, isDirty }: GuardedForm): ReactNode {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return
      event.preventDefault()
      if (isDirty && !event.repeat && isUncovered(ref.current)) ref.current?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [ref, isDirty])

  // A router asks only one blocker, so a form without changes must not register one.
  return isDirty && <LeaveQuestion onLeft={draft.remove} />
}

function LeaveQuestion({ onLeft }: { onLeft(): void }) {
  const isConfirmed = useRef(false)
  const latest = useRef(onLeft)
  const onUnmount = useRef(() => {
    if (isConfirmed.current) latest.current()
  })
  useLayoutEffect(() => {
    latest.current = onLeft
  })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    // Only then is the page left: it may fail to load.
    const leave = onUnmount.current
    // A page whose script is missing after an update is loaded in full.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isConfirmed.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
      leave()
    }
  }, [])

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="You have unsaved changes."
      confirm="Leave"
      onClose={(confirmed) => {
        isConfirmed.current = confirmed
        if (confirmed) blocker.proceed()
        else blocker.reset()
      }}
    />
  )
}
