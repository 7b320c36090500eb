import { settingSubjects, updateReviews } from '#contract/settings/settings.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { number } from '../record-form/fields.tsx'
import { SettingGroup } from './setting-form.tsx'

const reviews = describeForm(updateReviews.input, {
  request_days: number('Days after delivery', { hint: 'Enter 0 to send no emails.' }),
})

export default function ReviewSettings() {
  return (
    <SettingGroup
      title="Comment requests"
      intro="After a delivery, the shop can ask customers by email to comment on what they bought: once for each order, and never again after they unsubscribe."
      skeleton="h-40"
      draft="review settings"
      subject={settingSubjects.reviews}
      endpoint={updateReviews}
      groupOf={(settings) => settings.reviews}
      of={() => reviews}
    />
  )
}
