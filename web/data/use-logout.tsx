import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import { signOut } from './session.ts'
import { serverMessage } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/**
 * Signing out, with what is said when it is done, and the dialog that says where there was nothing to sign out of; it has
 * to be shown by who asks.
 */
export function useLogout(said = 'Logged out successfully'): { logout(): Promise<void>; dialog: ReactNode } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [already, setAlready] = useState(false)

  async function logout() {
    try {
      // A menu closes when the focus leaves it: the dialog gives it back to what opens the menu.
      document.activeElement?.closest('details')?.querySelector('summary')?.focus()
      if (!(await signOut(client))) return setAlready(true)
      showToast('success', said)
      await navigate(links.login())
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'The shop cannot be reached. Please check your connection.')
    }
  }

  return {
    logout,
    dialog: already && (
      <Dialog title="You are already logged out" onClose={() => setAlready(false)}>
        <p className="text-quiet">Nobody was signed in here.</p>
        <Button className="mt-6 w-full" onClick={() => setAlready(false)}>
          OK
        </Button>
      </Dialog>
    ),
  }
}
