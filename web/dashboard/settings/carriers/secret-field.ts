import { text } from '#web/dashboard/record-form/fields.tsx'

interface SecretOptions {
  isStored: boolean
  hint?: string
  required?: boolean
}

/** A secret that is written and never read: an empty field leaves the stored one as it is. */
export const secretField = (label: string, { isStored, hint = '', required = !isStored }: SecretOptions) =>
  text(label, {
    type: 'password',
    autoComplete: 'new-password',
    required,
    show: () => '••••••••',
    hint: isStored ? 'Stored, and never shown. Leave empty to leave it as it is.' : hint,
  })

/** The secret of the messages that a carrier sends. */
export const webhookSecretField = (isStored: boolean) =>
  secretField('Webhook secret', {
    isStored,
    hint: 'At least 16 characters of your choice; enter the same at the carrier. Without it, the shop asks every two hours where packages are.',
    required: false,
  })
