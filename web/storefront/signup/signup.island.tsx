import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { signUp } from '#web/data/account/sign-in.ts'
import { showToast } from '#web/lib/toasts.ts'
import { EmailField } from '#web/address/contact-fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { genderOptions } from '../account/gender-options.ts'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

export default function Signup({ refused }: { refused: RefusedForm | undefined }) {
  const search = usePageQuery()
  const next = search.get('next')
  const form = useForm({
    schema: async () => (await import('#contract/identity/auth.ts')).registerInput,
    refused,
    fallback: 'Registration failed. Please try again.',
    hiddenFields: ['signIn'],
    async submit(input, { profileimage }) {
      await signUp(input, profileimage)
      showToast('success', 'Registration successful')
      await openPage(links.login(next), { state: { email: input.email } })
    },
    onFailed: (message) => showToast('error', message),
  })

  return (
    <NarrowPage title="Sign Up" intro="Track your orders and keep your wishlist on every device.">
      <Form form={form} action="Sign up" busyAction="Signing up…" multipart>
        <input type="hidden" name="signIn" value="false" />
        <ImageField {...form.field('profileimage')} label="Profile image" hint="Up to 10 MB">
          <span className="grid size-20 shrink-0 place-items-center rounded-full bg-ground text-quiet">
            <Icon name="user" className="size-9" />
          </span>
        </ImageField>
        <TextField {...form.field('fullName')} label="Full name" autoComplete="name" />
        <SelectField
          {...form.field('gender')}
          label="Gender"
          autoComplete="sex"
          options={[['', 'Select Gender'], ...genderOptions]}
        />
        <EmailField {...form.field('email')} autoComplete="username" />
        <NewPasswordFields form={form} noun="Password" />
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-quiet">
        Already have an account?{' '}
        <a href={links.login(next)} className={`${inlineLink} inline-block py-1 text-ink`}>
          Login
        </a>
      </p>
    </NarrowPage>
  )
}
