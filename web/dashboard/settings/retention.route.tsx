import {
  retentionSettings,
  settingSubjects,
  updateRetention,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SettingPage } from './setting-page.tsx'
import { parseAmount } from './shipping/zone-draft.ts'

export default function RetentionSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Data retention"
      intro="How long the shop keeps data that is no longer used. It deletes older data every half hour. Orders and invoices are never deleted."
      skeleton="h-56"
      subject={settingSubjects.retention}
      query={query}
      versionOf={({ retention }) => retention.version}
    >
      {({ retention }) => <RetentionForm retention={retention} />}
    </SettingPage>
  )
}

function RetentionForm({ retention }: { retention: AllSettings['retention'] }) {
  const update = useSettingUpdate(updateRetention)
  return (
    <RecordForm
      label="Data retention"
      draft="retention settings"
      action="Save"
      className="max-w-2xl"
      schema={retentionSettings}
      read={(fields) => ({
        visitor_days: parseAmount(fields['visitor_days']),
        email_days: parseAmount(fields['email_days']),
        event_days: parseAmount(fields['event_days']),
        import_days: parseAmount(fields['import_days']),
      })}
      record={retention}
      parts={[
        { name: 'Keep visitors’ carts and wishlists (days)', fields: ['visitor_days'] },
        { name: 'Keep copies of emails (days)', fields: ['email_days'] },
        { name: 'Keep events (days)', fields: ['event_days'] },
        { name: 'Keep imported files (days)', fields: ['import_days'] },
      ]}
      reread={async () => (await readSettings()).retention}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('visitor_days')}
            label="Carts and wishlists of visitors (days)"
            hint="Days after the last visit. Carts of customers stay until they delete their account."
            inputMode="numeric"
            defaultValue={retention.visitor_days}
          />
          <TextField
            {...form.field('email_days')}
            label="Copies of sent emails (days)"
            inputMode="numeric"
            defaultValue={retention.email_days}
          />
          <TextField
            {...form.field('event_days')}
            label="Events and webhook deliveries (days)"
            hint="A program that was away longer misses events."
            inputMode="numeric"
            defaultValue={retention.event_days}
          />
          <TextField
            {...form.field('import_days')}
            label="Files and rows of imports (days)"
            hint="After that, an import can no longer be undone."
            inputMode="numeric"
            defaultValue={retention.import_days}
          />
        </>
      )}
    </RecordForm>
  )
}
