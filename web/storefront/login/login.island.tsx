import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { useEffect } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageState } from '#web/lib/browser/use-page-state.ts'
import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { openSession } from '#web/data/account/sign-in.ts'
import { showToast } from '#web/lib/toasts.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { EmailField } from '#web/address/contact-fields.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { Notice } from '../account/notice.tsx'
import { postLoginRedirect } from './post-login-redirect.ts'

/** The notice above the form, by what led to this page. */
const notices: Record<string, string> = {
  joined: 'Welcome to the team. Please sign in.',
  registered: 'Registration successful. Please sign in.',
  reset: 'Your password has been changed. Please sign in.',
}

export default function Login({ refused }: { refused: RefusedForm | undefined }) {
  const search = usePageQuery()
  const next = search.get('next')
  const form = useForm({
    schema: async () => (await import('#contract/identity/auth.ts')).loginInput,
    refused,
    fallback: 'Signin failed. Please try again.',
    async submit(input) {
      const { user } = await openSession(input)
      showToast('success', 'Signed in successfully')
      await openPage(postLoginRedirect(user, next))
    },
    onFailed: (message) => showToast('error', message),
  })
  const { ref } = form
  const registered = registeredEmail(usePageState())
  useEffect(() => {
    const field = ref.current?.elements.namedItem('email')
    if (registered && field instanceof HTMLInputElement && field.value === '') field.value = registered
  }, [registered, ref])
  const email = form.field('email')
  const notice = notices[search.get('done') ?? '']

  return (
    <NarrowPage title="Login" heading="Welcome Back" intro="Sign in to continue">
      {notice && <Notice>{notice}</Notice>}
      <Form form={form} action="Sign in" busyAction="Signing in…">
        <EmailField
          {...email}
          defaultValue={email.defaultValue ?? search.get('email') ?? undefined}
          autoComplete="username"
        />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <CheckboxField
            name="remember"
            label="Remember me"
            defaultChecked={refused?.values['remember'] === 'on'}
          />
          <a href={links.forgotPassword()} className={`${inlineLink} py-1`}>
            Forgot your password?
          </a>
        </div>
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-quiet">
        New here?{' '}
        <a href={links.signup(next)} className={`${inlineLink} inline-block py-1 text-ink`}>
          Sign up
        </a>
      </p>
    </NarrowPage>
  )
}

/** The email of an account that was just created. The page before hands it over, which keeps it out of the URL. */
const registeredEmail = (state: unknown) =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : undefined
