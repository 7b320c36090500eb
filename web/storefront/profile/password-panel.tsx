import { useState } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { isDashboardPath, links } from '#contract/links.ts'
import { useAccountChanges } from '#web/data/account/account.ts'
import { sameOriginPath } from '#web/lib/same-origin-path.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Notice } from '../account/notice.tsx'
import { Panel } from './panel.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

/** Changes the password, which ends every other session. */
export function PasswordPanel({ user }: { user: CurrentUser }) {
  const { changePassword } = useAccountChanges()
  const search = usePageQuery()
  const [saves, setSaves] = useState(0)
  const form = useForm({
    schema: async () => (await import('#contract/identity/account.ts')).changePasswordInput,
    async submit(input) {
      await changePassword(input)
      showToast('success', 'Password changed')
      setSaves(saves + 1)
      // A temporary password has interrupted the way to the dashboard.
      if (user.mustChangePassword && user.permissions.length > 0) {
        await openPage(dashboardPath(search.get('next')))
      }
    },
  })
  return (
    <Panel title="Password" intro="Changing your password signs you out on all other devices.">
      {user.mustChangePassword && (
        <Notice kind="attention">You’re using a temporary password. Please choose your own.</Notice>
      )}
      {saves > 0 && <Notice>Password changed. Your other devices are signed out.</Notice>}
      <Form form={form} label="Password" action="Change password" busyAction="Changing…" className="max-w-md">
        {/* Password managers need the user name. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          key={`current ${saves}`}
          {...form.field('current')}
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordFields key={`new ${saves}`} form={form} />
      </Form>
    </Panel>
  )
}

/** The requested dashboard page, else the overview. */
function dashboardPath(next: string | null): string {
  const requested = sameOriginPath(next)
  return isDashboardPath(requested) ? requested : links.dashboard()
}
