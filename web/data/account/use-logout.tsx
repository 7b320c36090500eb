import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import { signOut } from './session.ts'
import { errorMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** Signs out and shows the message. The caller renders the dialog, which appears if nobody was signed in. */
export function useLogout(message = 'Logged out successfully'): {
  logout(): Promise<void>
  dialog: ReactNode
} {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)

  async function logout() {
    try {
      // The dialog would close the menu, so the focus moves to the menu's button, where it returns. No ref reaches the menu.
      document.activeElement?.closest('details')?.querySelector('summary')?.focus()
      if (!(await signOut(client))) return setIsDialogOpen(true)
      showToast('success', message)
      await navigate(links.login())
    } catch (error) {
      showToast('error', errorMessage(error))
    }
  }

  return {
    logout,
    dialog: isDialogOpen && (
      <Dialog title="You are already logged out" onClose={() => setIsDialogOpen(false)}>
        <p className="text-quiet">You weren’t signed in on this device.</p>
        <Button className="mt-6 w-full" onClick={() => setIsDialogOpen(false)}>
          OK
        </Button>
      </Dialog>
    ),
  }
}
