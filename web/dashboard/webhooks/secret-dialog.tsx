import { CopyDialog } from '../copy-dialog.tsx'

/** Shows a new secret: it is never shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <CopyDialog
      title="Copy the secret"
      intro="The receiver checks with it that events come from your shop. This is the only time you can see it. Store it like a password."
      label="Secret"
      noun="secret"
      text={secret}
      onClose={onClose}
    />
  )
}
