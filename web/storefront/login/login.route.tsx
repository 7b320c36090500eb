import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { login, loginInput } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { signIn } from '#web/data/account/session.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { showToast } from '#web/lib/toasts.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { Notice } from '../account/notice.tsx'
import type { Route } from './+types/login.route.ts'
import { postLoginRedirect } from './post-login-redirect.ts'

export function action({ request, context }: Route.ActionArgs) {
  const next = new URL(request.url).searchParams.get('next')
  return submitForm(context, login, (answer) => postLoginRedirect(login.answer.parse(answer).data.user, next))
}

/** The notice above the form, by what led to this page. */
const notices: Record<string, string> = {
  joined: 'Welcome to the team. Please sign in.',
  registered: 'Registration successful. Please sign in.',
  reset: 'Your password has been changed. Please sign in.',
}

export default function Login({ actionData }: Route.ComponentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  const form = useForm({
    schema: loginInput,
    refused: actionData,
    fallback: 'Signin failed. Please try again.',
    async submit(input) {
      const user = await signIn(client, input)
      showToast('success', 'Signed in successfully')
      await navigate(postLoginRedirect(user, next))
    },
    onFailed: (message) => showToast('error', message),
  })
  const { ref } = form
  const registered = registeredEmail(useLocation().state)
  useEffect(() => {
    const field = ref.current?.elements.namedItem('email')
    if (registered && field instanceof HTMLInputElement && field.value === '') field.value = registered
  }, [registered, ref])
  const email = form.field('email')
  const notice = notices[search.get('done') ?? '']

  return (
    <NarrowPage title="Login" heading="Welcome Back" path={links.login()} intro="Sign in to continue">
      {notice && <Notice>{notice}</Notice>}
      <Form form={form} action="Sign in" busyAction="Signing in…">
        <TextField
          {...email}
          defaultValue={email.defaultValue ?? search.get('email') ?? undefined}
          label="Email address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <CheckboxField
            name="remember"
            label="Remember me"
            defaultChecked={actionData?.values['remember'] === 'on'}
          />
          <Link to={links.forgotPassword()} className={`${inlineLink} py-1`}>
            Forgot your password?
          </Link>
        </div>
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-quiet">
        New here?{' '}
        <Link to={links.signup(next)} className={`${inlineLink} inline-block py-1 text-ink`}>
          Sign up
        </Link>
      </p>
    </NarrowPage>
  )
}

/** The email of an account that was just created. It comes with the navigation, which keeps it out of the URL. */
const registeredEmail = (state: unknown) =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : undefined
