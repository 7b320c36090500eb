import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { changePasswordInput } from '#contract/account.ts'
import type { CurrentUser } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { useAccountChanges } from '../../data/account.ts'
import { ownPath } from '../../lib/own-path.ts'
import { showToast } from '../../lib/toasts.ts'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Notice } from '../account/notice.tsx'
import { Panel } from './panel.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

/** Another password; every other session ends with the old one. */
export function PasswordPanel({ user }: { user: CurrentUser }) {
  const { changePassword } = useAccountChanges()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [saves, setSaves] = useState(0)
  const form = useForm({
    schema: changePasswordInput,
    async submit(input) {
      await changePassword(input)
      showToast('success', 'Your password is changed')
      setSaves(saves + 1)
      // It was asked for on the way to the dashboard.
      if (user.mustChangePassword && user.permissions.length > 0) {
        await navigate(dashboardPath(search.get('next')))
      }
    },
  })
  return (
    <Panel title="Password" intro="With a new one you are signed out on every other device.">
      {user.mustChangePassword && (
        <Notice kind="attention">
          Your password was given to you. Please choose one that you alone know.
        </Notice>
      )}
      {saves > 0 && <Notice>Your password is changed. Other devices have been signed out.</Notice>}
      <Form form={form} label="Password" action="Change password" busyAction="Changing…" className="max-w-md">
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          key={`current ${saves}`}
          {...form.field('current')}
          label="Present password"
          autoComplete="current-password"
        />
        <NewPasswordFields key={`new ${saves}`} form={form} />
      </Form>
    </Panel>
  )
}

/** The page of the dashboard that was wanted, else its first. */
function dashboardPath(next: string | null): string {
  const wanted = ownPath(next)
  return /^\/dashboard(\/|$|\?)/.test(wanted) ? wanted : links.dashboard()
}
