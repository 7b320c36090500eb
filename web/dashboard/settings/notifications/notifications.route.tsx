import type { z } from 'zod'
import {
  settingSubjects,
  notificationSettings,
  staffNotices,
  updateNotifications,
  type AllSettings,
  type StaffNotice,
} from '#contract/settings/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import type { Part } from '#web/dashboard/edit-conflict/conflicts.ts'
import { SettingIntro } from '../setting-intro.tsx'
import { EmailTemplates } from './email-templates.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { SettingPage } from '../setting-page.tsx'

const noticeLabels: Record<StaffNotice, [name: string, trigger: string]> = {
  comment_posted: ['New comments', 'Someone comments on a product'],
  comment_reported: ['Reported comments', 'Someone reports a comment'],
  order_placed: ['New orders', 'A new order is placed (online payments: once paid)'],
  stock_low: ['Low stock', 'A product reaches its low-stock threshold'],
}

const noEmail = 'No email is sent until email is set up.'

export default function NotificationSettingsPage() {
  const { sendsEmail } = useShop()
  const query = useSettings()
  return (
    <SettingPage
      title="Notifications"
      intro={`Choose which staff members get which emails. ${sendsEmail ? '' : noEmail}`}
      skeleton="h-[30rem]"
      subject={settingSubjects.notifications}
      query={query}
      versionOf={({ notifications }) => notifications.version}
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
    >
      {(settings) => <NotificationForm settings={settings} />}
    </SettingPage>
  )
}

function NotificationForm({ settings: { notifications, staff } }: { settings: AllSettings }) {
  const update = useSettingUpdate(updateNotifications)
  return (
    <RecordForm
      label="Notifications"
      draft="notification settings"
      action="Save"
      className="max-w-2xl"
      schema={notificationSettings}
      read={(fields) =>
        Object.fromEntries(
          staffNotices.map((notice) => [
            notice,
            staff.filter(({ id }) => fields[`${notice}-${id}`] === 'on').map(({ id }) => id),
          ]),
        )
      }
      record={notifications}
      parts={staffNotices.map((notice): Part<z.input<typeof notificationSettings>> => ({
        name: noticeLabels[notice][0],
        fields: [notice],
        // In form order, so that the order of the ids does not count as a change.
        text: (input) =>
          staff
            .filter(({ id }) => input[notice].includes(id))
            .map(({ fullName }) => fullName)
            .join(', '),
      }))}
      reread={async () => (await readSettings()).notifications}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {() =>
        staffNotices.map((notice) => {
          const [name, trigger] = noticeLabels[notice]
          return (
            <fieldset key={notice} className="rounded-xs border border-line px-4 pt-1 pb-3">
              <legend className="px-2 font-medium">{name}</legend>
              <p className="mb-2 text-sm text-quiet">{trigger}</p>
              {staff.map(({ id, fullName, email }) => (
                <CheckboxField
                  key={id}
                  name={`${notice}-${id}`}
                  label={`${fullName} (${email})`}
                  defaultChecked={notifications[notice].includes(id)}
                />
              ))}
            </fieldset>
          )
        })
      }
    </RecordForm>
  )
}
