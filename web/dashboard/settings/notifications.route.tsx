import type { z } from 'zod'
import {
  settingSubjects,
  notificationSettings,
  staffNotices,
  type AllSettings,
  type StaffNotice,
} from '#contract/settings.ts'
import { readSettings, useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import type { Part } from '../meanwhile/clashes.ts'
import { About } from './about.tsx'
import { MailTemplates } from './mail-templates.tsx'
import { SettingForm } from './setting-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

const words: Record<StaffNotice, [name: string, when: string]> = {
  comment_posted: ['New comments', 'When somebody has commented on a product.'],
  comment_reported: ['Reported comments', 'When somebody has reported a comment.'],
  order_placed: ['New orders', 'When an order is placed, or paid where it is paid online.'],
  stock_low: ['Low stock', 'When a product runs low.'],
}

export default function NotificationSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Notifications">
      <About>Who of the staff is told of what by mail, at the address of the account.</About>
      <Loaded query={settings} skeleton={<Skeleton className="h-[30rem]" />}>
        {(all) => (
          <HistoryTabs label="About notifications" {...settingSubjects.notifications}>
            <Refilled version={all.notifications.version}>
              <NotificationForm settings={all} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
      <section aria-label="Mails to customers" className="mt-12">
        <h2 className="mb-2 text-xl font-medium">Mails to customers</h2>
        <About>Every kind of mail that the shop sends, as an example. A test goes to your own address.</About>
        <MailTemplates />
      </section>
    </DashboardPage>
  )
}

function NotificationForm({ settings: { notifications, staff } }: { settings: AllSettings }) {
  const changes = useSettingsChanges()
  return (
    <SettingForm
      label="Notifications"
      schema={notificationSettings}
      read={(fields) =>
        Object.fromEntries(
          staffNotices.map((notice) => [
            notice,
            staff.filter(({ id }) => fields[`${notice}-${id}`] === 'on').map(({ id }) => id),
          ]),
        )
      }
      start={notifications}
      parts={staffNotices.map((notice): Part<z.input<typeof notificationSettings>> => ({
        name: words[notice][0],
        fields: [notice],
        // In the order of the form, whatever the order of the ids.
        words: (input) =>
          staff
            .filter(({ id }) => input[notice].includes(id))
            .map(({ fullName }) => fullName)
            .join(', '),
      }))}
      reread={async () => (await readSettings()).notifications}
      save={(input, version) => changes.notifications({ ...input, version })}
    >
      {() =>
        staffNotices.map((notice) => {
          const [name, when] = words[notice]
          return (
            <fieldset key={notice} className="rounded-xs border border-line px-4 pt-1 pb-3">
              <legend className="px-2 font-medium">{name}</legend>
              <p className="mb-2 text-sm text-quiet">{when}</p>
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
    </SettingForm>
  )
}
