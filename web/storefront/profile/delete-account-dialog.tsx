import { openPage } from '#web/lib/browser/open-page.ts'
import { links } from '#contract/links.ts'
import { useAccountChanges } from '#web/data/account/account.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** Confirms the deletion of the account with its password. */
export function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const { remove } = useAccountChanges()
  const form = useForm({
    schema: async () => (await import('#contract/identity/account.ts')).deleteAccount.input,
    async submit(input) {
      await remove(input)
      showToast('success', 'Account deleted')
      await openPage(links.home())
    },
  })
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <p className="mb-6 text-quiet">This can’t be undone.</p>
      <Form
        form={form}
        label="Delete my account"
        action="Delete my account"
        busyAction="Deleting…"
        onCancel={onClose}
      >
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      </Form>
    </Dialog>
  )
}
