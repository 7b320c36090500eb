import { Link, useNavigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { register, registerInput } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { signUp } from '#web/data/account/session.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { genderOptions } from '../account/gender-options.ts'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/signup.route.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

/** Without a script, the URL has to carry the email to the form of the login. */
export function action({ request, context }: Route.ActionArgs) {
  const next = new URL(request.url).searchParams.get('next')
  return submitForm(context, register, (answer) =>
    links.login(next, 'registered', register.answer.parse(answer).data.user.email),
  )
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  const form = useForm({
    schema: registerInput,
    refused: actionData,
    fallback: 'Registration failed. Please try again.',
    hiddenFields: ['signIn'],
    async submit(input, { profileimage }) {
      await signUp(input, profileimage)
      showToast('success', 'Registration successful')
      await navigate(links.login(next), { state: { email: input.email } })
    },
    onFailed: (message) => showToast('error', message),
  })

  return (
    <NarrowPage
      title="Sign Up"
      path={links.signup()}
      intro="Track your orders and keep your wishlist on every device."
    >
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
        <TextField
          {...form.field('email')}
          label="Email address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordFields form={form} noun="Password" />
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-quiet">
        Already have an account?{' '}
        <Link to={links.login(next)} className={`${inlineLink} inline-block py-1 text-ink`}>
          Login
        </Link>
      </p>
    </NarrowPage>
  )
}
