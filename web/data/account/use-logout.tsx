import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { links } from '#contract/links.ts'
import { endSession, signedOut } from './session.ts'
import { errorMessage } from '#web/lib/api.ts'
import { hasUnsavedText } from '#web/lib/form-drafts.ts'
import { showToast } from '#web/lib/toasts.ts'

// Most sessions end without a question.
const LogoutDialog = lazy(async () => ({ default: (await import('./logout-dialog.tsx')).LogoutDialog }))

let isLeaving = false

/** Whether this page signs out and opens the sign-in page, so that the dashboard's guard does not leave at the same time. */
export const isLoggingOut = () => isLeaving

/**
 * Signs out and shows the message. Asks first if that loses unsaved text. The caller renders the dialog, which also appears
 * if nobody was signed in.
 */
export function useLogout(message = 'Logged out successfully'): {
  logout(): Promise<void>
  dialog: ReactNode
} {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'unsaved' | 'signed-out'>()

  async function logout() {
    try {
      // The dialog would close the menu, so the focus moves to the menu's button, where it returns. No ref reaches the menu.
      document.activeElement?.closest('details')?.querySelector('summary')?.focus()
      if (!(await endSession())) return setDialog('signed-out')
      isLeaving = true
      await signedOut(client)
      showToast('success', message)
      await openPage(links.login())
    } catch (error) {
      showToast('error', errorMessage(error))
    } finally {
      isLeaving = false
    }
  }

  function close() {
    setDialog(undefined)
    // Only now, because the dashboard leaves its page without a session.
    void signedOut(client)
  }

  return {
    logout: async () => (hasUnsavedText() ? setDialog('unsaved') : logout()),
    dialog: dialog && (
      <Suspense>
        <LogoutDialog
          about={dialog}
          onStay={() => setDialog(undefined)}
          onLogout={() => void logout()}
          onSignedOut={close}
        />
      </Suspense>
    ),
  }
}
