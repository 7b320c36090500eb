import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

/** Shows a new secret: it is never shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog title="Copy the secret" onClose={onClose}>
      <p className="mb-5 text-quiet">
        The receiver checks with it that events come from your shop. This is the only time you can see it.
        Store it like a password.
      </p>
      <CopyField label="Secret" noun="secret" text={secret} />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
