import {
  reviewSettings,
  settingSubjects,
  updateReviews,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SettingPage } from './setting-page.tsx'
import { parseAmount } from './shipping/zone-draft.ts'

export default function ReviewSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Comment requests"
      intro="After a delivery, the shop can ask customers by email to comment on what they bought: once for each order, and never again after they unsubscribe."
      skeleton="h-40"
      subject={settingSubjects.reviews}
      query={query}
      versionOf={({ reviews }) => reviews.version}
    >
      {({ reviews }) => <ReviewsForm reviews={reviews} />}
    </SettingPage>
  )
}

function ReviewsForm({ reviews }: { reviews: AllSettings['reviews'] }) {
  const update = useSettingUpdate(updateReviews)
  return (
    <RecordForm
      label="Comment requests"
      draft="review settings"
      action="Save"
      className="max-w-2xl"
      schema={reviewSettings}
      read={(fields) => ({ request_days: parseAmount(fields['request_days']) })}
      record={reviews}
      parts={[{ name: 'Days after delivery', fields: ['request_days'] }]}
      reread={async () => (await readSettings()).reviews}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <TextField
          {...form.field('request_days')}
          label="Days after delivery"
          hint="Enter 0 to send no emails."
          inputMode="numeric"
          defaultValue={reviews.request_days}
        />
      )}
    </RecordForm>
  )
}
