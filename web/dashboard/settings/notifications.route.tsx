import { notificationSettings, staffNotices, type AllSettings, type StaffNotice } from '#contract/settings.ts'
import { useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { MailTemplates } from './mail-templates.tsx'
import { SettingForm } from './setting-form.tsx'

const words: Record<StaffNotice, [name: string, when: string]> = {
  comment_posted: ['New comments', 'When somebody has commented on a product.'],
  comment_reported: ['Reported comments', 'When somebody has reported a comment.'],
  order_placed: ['New orders', 'When an order is placed.'],
  stock_low: ['Low stock', 'When a product runs low.'],
}

export default function NotificationSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Notifications">
      <About>
        Who of the staff is to be told of what by mail, at the address of the account. The choice is kept; no
        such mail is sent yet.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-[30rem]" />}>
        {(all) => <NotificationForm key={all.notifications.version} settings={all} />}
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
      save={(input) => changes.notifications({ ...input, version: notifications.version })}
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
