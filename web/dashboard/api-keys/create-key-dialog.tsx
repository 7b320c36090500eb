import { useState } from 'react'
import { apiKeyPermissions, createApiKey } from '#contract/identity/api-key.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { CopyDialog } from '../copy-dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { area, checkbox, select, text } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
import { usePermissionsField } from '../user-roles/use-permissions-field.ts'

const lifetimes = [
  ['365', '1 year'],
  ['90', '90 days'],
  ['30', '30 days'],
  ['', 'Until it is revoked'],
] as const
const MS_PER_DAY = 86_400_000

/** Creates an API key, then shows it: it is never shown again. */
export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const create = useAdminCall('POST admin/api-keys')
  const [key, setKey] = useState<string>()
  const form = describeForm(createApiKey.input, {
    name: text('Name', {
      hint: 'The program that uses it, such as Accounting.',
      maxLength: 60,
      autoComplete: 'off',
    }),
    permissions: usePermissionsField(apiKeyPermissions),
    readOnly: checkbox('Read only: the program can change nothing'),
    expiresAt: {
      ...select('Valid for', lifetimes),
      read: ({ name, texts: { [name]: days } }) =>
        days ? new Date(Date.now() + Number(days) * MS_PER_DAY).toISOString() : null,
    },
    networks: area<string[]>('Allowed networks', {
      hint: 'One address or network per line, such as 203.0.113.0/24. Leave empty to allow all.',
      required: false,
      rows: 2,
      spellCheck: false,
      toText: (networks) => networks.join('\n'),
      fromText: (typed) => typed.split(/[\s,]+/).filter(Boolean),
    }),
  })
  if (key)
    return (
      <CopyDialog
        title="Copy the API key"
        intro="The program sends it with each call as “Authorization: Bearer …”. This is the only time you can see it. Store it like a password."
        label="API key"
        noun="key"
        text={key}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title="Create API key"
      of={form}
      draft="API key"
      action="Create API key"
      busyAction="Creating…"
      submit={create.mutateAsync}
      onDone={({ data }) => setKey(data.key)}
      onClose={onClose}
    />
  )
}
