import { useState } from 'react'
import type { Account } from '#contract/identity/account.ts'
import { useAccountChanges } from '#web/data/account/account.ts'
import { useShop } from '#web/data/shop.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/address/contact-fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { showOutcome } from '../account/show-outcome.ts'
import { genderOptions } from '../account/gender-options.ts'

const noLink = 'Your email hasn’t changed: we can’t send the confirmation link right now.'

/** The form of the account details. A new email address needs the password and takes effect once confirmed. */
export function DetailsForm({ account }: { account: Account }) {
  const { sendsEmail } = useShop()
  const { update, removeImage } = useAccountChanges()
  const [email, setEmail] = useState(account.email)
  const [saves, setSaves] = useState(0)
  const hasNewEmail = email.trim().toLowerCase() !== account.email
  const form = useForm({
    schema: async () => (await import('#contract/identity/account.ts')).updateAccountInput,
    read: ({ fullName, gender, email: typed, password }) => ({
      fullName,
      ...(gender && { gender }),
      ...(hasNewEmail && { email: typed, password }),
    }),
    async submit(input, { profileimage }) {
      await update(input, profileimage)
      showToast('success', 'Details saved')
      if (hasNewEmail) {
        showToast('info', sendsEmail ? `We’ve sent a confirmation link to ${email}.` : noLink)
      }
      setEmail(account.email)
      setSaves(saves + 1)
    },
  })

  const remove = () =>
    showOutcome(removeImage(), 'Photo removed', 'We couldn’t remove your photo. Please try again.')

  return (
    <Form
      form={form}
      label="Details"
      action="Save details"
      busyAction="Saving…"
      multipart
      className="max-w-xl"
      beside={
        account.dp && (
          <Button kind="quiet" onClick={() => void remove()}>
            Remove photo
          </Button>
        )
      }
    >
      <ImageField key={saves} {...form.field('profileimage')} label="Photo" hint="Up to 10 MB">
        <Avatar key={account.dp} file={account.dp} name={account.fullName} className="size-20 text-3xl" />
      </ImageField>
      <TextField
        {...form.field('fullName')}
        label="Full name"
        autoComplete="name"
        defaultValue={account.fullName}
      />
      <SelectField
        {...form.field('gender')}
        label="Gender"
        autoComplete="sex"
        required={false}
        defaultValue={account.gender ?? ''}
        options={account.gender ? genderOptions : [['', 'Select Gender'], ...genderOptions]}
      />
      <EmailField
        name="email"
        error={form.field('email').error}
        hint={
          sendsEmail
            ? 'We’ll ask you to confirm a new email before switching to it.'
            : 'A new email needs a confirmation link, which we can’t send right now.'
        }
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {hasNewEmail && (
        <PasswordField
          {...form.field('password')}
          label="Your password"
          hint="Required to change your email."
          autoComplete="current-password"
        />
      )}
    </Form>
  )
}
