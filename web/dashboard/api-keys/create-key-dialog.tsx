import { useState } from 'react'
import { apiKeyPermissions, createApiKey } from '#contract/identity/api-key.ts'
import { useApiKeyChanges } from '#web/data/admin/people/api-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { checkedPermissions, PermissionFields } from '../user-roles/permission-fields.tsx'

const lifetimes = [
  ['365', '1 year'],
  ['90', '90 days'],
  ['30', '30 days'],
  ['', 'Until it is revoked'],
] as const
const MS_PER_DAY = 86_400_000

/** Creates an API key, then shows it: it is never shown again. */
export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const { create } = useApiKeyChanges()
  const [created, setCreated] = useState<string>()
  const form = useForm({
    schema: createApiKey.input,
    draft: { name: 'API key' },
    read: ({ name = '', days = '', networks = '', ...fields }) => ({
      name,
      permissions: checkedPermissions(fields, apiKeyPermissions),
      readOnly: 'readOnly' in fields,
      expiresAt: days ? new Date(Date.now() + Number(days) * MS_PER_DAY).toISOString() : null,
      networks: networks.split(/[\s,]+/).filter(Boolean),
    }),
    async submit(input) {
      const { data } = await create.mutateAsync(input)
      setCreated(data.key)
    },
  })
  if (created) {
    return (
      <Dialog title="Copy the API key" onClose={onClose}>
        <p className="mb-5 text-quiet">
          The program sends it with each call as “Authorization: Bearer …”. This is the only time you can see
          it. Store it like a password.
        </p>
        <CopyField label="API key" noun="key" text={created} />
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>Done</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <Form form={form} action="Create API key" busyAction="Creating…" onCancel={onClose}>
        <TextField
          {...form.field('name')}
          label="Name"
          hint="The program that uses it, such as Accounting."
          maxLength={60}
          autoComplete="off"
        />
        <PermissionFields offered={apiKeyPermissions} error={form.error('permissions')} />
        <CheckboxField name="readOnly" label="Read only: the program can change nothing" />
        <SelectField
          {...form.field('days')}
          error={form.error('expiresAt')}
          label="Valid for"
          options={lifetimes}
        />
        <TextAreaField
          {...form.field('networks')}
          label="Allowed networks"
          hint="One address or network per line, such as 203.0.113.0/24. Leave empty to allow all."
          required={false}
          rows={2}
          spellCheck={false}
        />
      </Form>
    </Dialog>
  )
}
