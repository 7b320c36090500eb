import { useState } from 'react'
import { updateAccountInput, type Account } from '#contract/account.ts'
import { useAccountChanges } from '../../data/account.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { genders } from '../account/genders.ts'

/** Changes of the details. Another e-mail address needs the password, and is in force once it is confirmed. */
export function DetailsForm({ account }: { account: Account }) {
  const { update, removePicture } = useAccountChanges()
  const [email, setEmail] = useState(account.email)
  const [saves, setSaves] = useState(0)
  const otherEmail = email.trim().toLowerCase() !== account.email
  const form = useForm({
    schema: updateAccountInput,
    read: ({ fullName, gender, email: typed, password }) => ({
      fullName,
      ...(gender && { gender }),
      ...(otherEmail && { email: typed, password }),
    }),
    async submit(input, { profileimage }) {
      await update(input, profileimage)
      showToast('success', 'Your details are saved')
      if (otherEmail) showToast('info', `Please confirm ${email} by the link that we have mailed you.`)
      setEmail(account.email)
      setSaves(saves + 1)
    },
  })

  async function remove() {
    try {
      await removePicture()
      showToast('success', 'Your picture is removed')
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'Your picture could not be removed. Please try again.')
    }
  }

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
            Remove picture
          </Button>
        )
      }
    >
      <PictureField key={saves} {...form.field('profileimage')} label="Picture" hint="Up to 10 MB">
        <Avatar key={account.dp} file={account.dp} name={account.fullName} className="size-20 text-3xl" />
      </PictureField>
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
        options={account.gender ? genders : [['', 'Select Gender'], ...genders]}
      />
      <TextField
        name="email"
        error={form.field('email').error}
        label="Email address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="A new address has to be confirmed before it takes the place of this one."
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {otherEmail && (
        <PasswordField
          {...form.field('password')}
          label="Your password"
          hint="Needed to change the email address."
          autoComplete="current-password"
        />
      )}
    </Form>
  )
}
