import { useQueryClient } from '@tanstack/react-query'
import { createOrderAccount, type OrderAccess } from '#web/data/checkout/orders.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { pageHeading } from '#web/lib/browser/focus.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

interface OrderAccountProps {
  access: OrderAccess
  email: string
  refused?: RefusedForm | undefined
}

/** Offers a guest an account: name and email come from the order, so only a password is missing. */
export function OrderAccount({ access, email, refused }: OrderAccountProps) {
  const client = useQueryClient()
  const form = useForm({
    schema: async () => (await import('#contract/orders/shopper-order.ts')).openOrderAccount.input,
    read: ({ password }) => ({ ...access, password }),
    refused,
    fallback: 'Registration failed. Please try again.',
    async submit({ password }) {
      await createOrderAccount(client, access, password)
      showToast('success', 'Registration successful')
      // The form disappears.
      pageHeading()?.focus()
    },
  })
  return (
    <>
      <p className="-mt-2 mb-5 text-quiet wrap-anywhere">
        Choose a password to follow this order and reorder faster. Your account will use {email}.
      </p>
      <Form
        form={form}
        action="Create account"
        busyAction="Creating…"
        kind="secondary"
        label="Create an account"
      >
        <input type="hidden" name="do" value="account" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          hint="Use at least 8 characters. Avoid common passwords."
          autoComplete="new-password"
        />
      </Form>
    </>
  )
}
