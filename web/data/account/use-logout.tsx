import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import { endSession, signedOut } from './session.ts'
import { errorMessage } from '../../lib/api.ts'
import { hasUnsavedText } from '../../lib/form-drafts.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/**
 * Signs out and shows the message. Asks first if that loses unsaved text. The caller renders the dialog, which also appears
 * if nobody was signed in.
 */
export function useLogout(message = 'Logged out successfully'): {
  logout(): Promise<void>
  dialog: ReactNode
} {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'unsaved' | 'signed-out'>()

  async function logout() {
    try {
      // The dialog would close the menu, so the focus moves to the menu's button, where it returns. No ref reaches the menu.
      document.activeElement?.closest('details')?.querySelector('summary')?.focus()
      if (!(await endSession())) return setDialog('signed-out')
      await signedOut(client)
      showToast('success', message)
      await navigate(links.login())
    } catch (error) {
      showToast('error', errorMessage(error))
    }
  }

  function close() {
    setDialog(undefined)
    // Only now, because the dashboard leaves its page without a session.
    void signedOut(client)
  }

  return {
    logout: async () => (hasUnsavedText() ? setDialog('unsaved') : logout()),
    dialog:
      dialog &&
      {
        unsaved: (
          <ConfirmDialog
            title="Log out without saving?"
            text="You have unsaved changes."
            confirm="Log out"
            onClose={() => setDialog(undefined)}
            onConfirm={() => void logout()}
          />
        ),
        'signed-out': (
          <Dialog title="You are already logged out" onClose={close}>
            <p className="text-quiet">You weren’t signed in on this device.</p>
            <Button className="mt-6 w-full" onClick={close}>
              OK
            </Button>
          </Dialog>
        ),
      }[dialog],
  }
}
