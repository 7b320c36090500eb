import { settingSubjects, updateNotifications, type AllSettings } from '#contract/settings/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { custom } from '#web/dashboard/record-form/fields.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SettingGroup } from '../setting-form.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { EmailTemplates } from './email-templates.tsx'

type Staff = AllSettings['staff']

const noEmail = 'No email is sent until email is set up.'

const describeNotifications = (staff: Staff) =>
  describeForm(updateNotifications.input, {
    comment_posted: recipients('New comments', 'Someone comments on a product', staff),
    comment_reported: recipients('Reported comments', 'Someone reports a comment', staff),
    order_placed: recipients('New orders', 'A new order is placed (online payments: once paid)', staff),
    stock_low: recipients('Low stock', 'A product reaches its low-stock threshold', staff),
  })

const recipients = (label: string, trigger: string, staff: Staff) =>
  custom<(number | string)[]>({
    label,
    read: ({ name, texts }) => staff.filter(({ id }) => texts[`${name}-${id}`] === 'on').map(({ id }) => id),
    // In form order, so that the order of the ids does not count as a change.
    show: (ids) =>
      staff
        .filter(({ id }) => ids.includes(id))
        .map(({ fullName }) => fullName)
        .join(', '),
    control: ({ name, value = [] }) => (
      <fieldset className="rounded-xs border border-line px-4 pt-1 pb-3">
        <legend className="px-2 font-medium">{label}</legend>
        <p className="mb-2 text-sm text-quiet">{trigger}</p>
        {staff.map(({ id, fullName, email }) => (
          <CheckboxField
            key={id}
            name={`${name}-${id}`}
            label={`${fullName} (${email})`}
            defaultChecked={value.includes(id)}
          />
        ))}
      </fieldset>
    ),
  })

export default function NotificationSettings() {
  const { sendsEmail } = useShop()
  return (
    <SettingGroup
      title="Notifications"
      intro={`Choose which staff members get which emails. ${sendsEmail ? '' : noEmail}`}
      skeleton="h-[30rem]"
      draft="notification settings"
      subject={settingSubjects.notifications}
      endpoint={updateNotifications}
      groupOf={(settings) => settings.notifications}
      of={({ staff }) => describeNotifications(staff)}
      after={
        <section aria-label="Emails to customers" className="mt-12">
          <h2 className="mb-2 text-xl font-medium">Emails to customers</h2>
          <SettingIntro>
            {sendsEmail
              ? 'Preview the emails your shop sends, or send yourself a test.'
              : `Preview the emails of your shop. ${noEmail}`}
          </SettingIntro>
          <EmailTemplates />
        </section>
      }
    />
  )
}
