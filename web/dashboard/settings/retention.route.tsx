import { settingSubjects, updateRetention } from '#contract/settings/settings.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { checkbox, number } from '../record-form/fields.tsx'
import { SettingGroup } from './setting-form.tsx'

const retention = describeForm(updateRetention.input, {
  visitor_days: number('Carts and wishlists of visitors (days)', {
    hint: 'Days after the last visit. Carts of customers stay until they delete their account.',
  }),
  email_days: number('Copies of sent emails (days)'),
  event_days: number('Events and webhook deliveries (days)', {
    hint: 'A program that was away longer misses events.',
  }),
  import_days: number('Files and rows of imports (days)', {
    hint: 'After that, an import can no longer be undone.',
  }),
  count_visitors: checkbox('Count visitors', {
    hint: 'How many people came, without cookies, names or addresses. What tells them apart is deleted within a day.',
  }),
})

export default function RetentionSettings() {
  return (
    <SettingGroup
      title="Data retention"
      intro="How long the shop keeps data that is no longer used. It deletes older data every half hour. Orders and invoices are never deleted."
      skeleton="h-56"
      draft="retention settings"
      subject={settingSubjects.retention}
      endpoint={updateRetention}
      groupOf={(settings) => settings.retention}
      of={() => retention}
    />
  )
}
