import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface LogoutDialogProps {
  /** Something is unsaved, or nobody was signed in. */
  about: 'unsaved' | 'signed-out'
  /** Closes without signing out. */
  onStay(): void
  onLogout(): void
  onSignedOut(): void
}

/** What to know or decide before signing out. */
export function LogoutDialog({ about, onStay, onLogout, onSignedOut }: LogoutDialogProps) {
  if (about === 'unsaved') {
    return (
      <ConfirmDialog
        title="Log out without saving?"
        text="You have unsaved changes."
        confirm="Log out"
        onClose={onStay}
        onConfirm={onLogout}
      />
    )
  }
  return (
    <Dialog title="You are already logged out" onClose={onSignedOut}>
      <p className="text-quiet">You weren’t signed in on this device.</p>
      <Button className="mt-6 w-full" onClick={onSignedOut}>
        OK
      </Button>
    </Dialog>
  )
}
