import type { ComponentProps, ComponentType } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { unsubscribe as unsubscribeEndpoint } from '#contract/comments/review-request.ts'
import * as auth from '#contract/identity/auth.ts'
import { acceptInvitation, joinStaff } from '#contract/identity/invitation.ts'
import { links } from '#contract/links.ts'
import { findGuestOrder } from '#contract/orders/shopper-order.ts'
import type { Shop } from '#contract/shop/shop.ts'
import { usePageQuery } from '#web/data/page.ts'
import { useShop } from '#web/data/shop.ts'
import { Island } from '#web/islands/island.tsx'
import { submitForm, type RefusedForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import AcceptInvite from './accept-invite/accept-invite.island.tsx'
import { inlineLink, NarrowPage } from './account/narrow-page.tsx'
import FindOrder from './find-order/find-order.island.tsx'
import ForgotPassword from './forgot-password/forgot-password.island.tsx'
import Login from './login/login.island.tsx'
import { postLoginRedirect } from './login/post-login-redirect.ts'
import { PageHead } from './page-head.tsx'
import ResetPassword from './reset-password/reset-password.island.tsx'
import Signup from './signup/signup.island.tsx'
import Unsubscribe from './unsubscribe/unsubscribe.island.tsx'
import VerifyEmail from './verify-email/verify-email.island.tsx'

// The pages with one form that needs no more than an island and an endpoint.

interface FormPage<Answer extends z.ZodType> {
  of: ComponentType<{ refused: RefusedForm | undefined }>
  title: string
  path: string
  endpoint: Endpoint<z.ZodType, Answer> | ((search: URLSearchParams) => Endpoint<z.ZodType, Answer>)
  /** The page after a form that the browser has sent by itself. Without it the page is `done`. */
  next?: (answer: z.output<Answer>, search: URLSearchParams) => string
  /** What the page shows at `?done=1` in place of the form. */
  done?: (shop: Shop) => ComponentProps<typeof NarrowPage>
}

function formPage<Answer extends z.ZodType>({ of, title, path, endpoint, next, done }: FormPage<Answer>) {
  function action({ request, context }: ActionArgs) {
    const search = new URL(request.url).searchParams
    const called = typeof endpoint === 'function' ? endpoint(search) : endpoint
    return submitForm(context, called, (answer) =>
      next ? next(called.answer.parse(answer), search) : `${path}?done=1`,
    )
  }
  function Page({ actionData }: PageProps<() => undefined, typeof action>) {
    const isDone = usePageQuery().has('done')
    const shop = useShop()
    const shown = isDone && done?.(shop)
    return (
      <>
        <PageHead title={shown ? shown.title : title} path={path} noindex />
        {shown ? <NarrowPage {...shown} /> : <Island of={of} props={{ refused: actionData }} />}
      </>
    )
  }
  return { action, default: Page }
}

export const login = formPage({
  of: Login,
  title: 'Login',
  path: links.login(),
  endpoint: auth.login,
  next: ({ data }, search) => postLoginRedirect(data.user, search.get('next')),
})

export const signup = formPage({
  of: Signup,
  title: 'Sign Up',
  path: links.signup(),
  endpoint: auth.register,
  // Without a script, the URL has to carry the email to the form of the login.
  next: ({ data }, search) => links.login(search.get('next'), 'registered', data.user.email),
})

export const forgotPassword = formPage({
  of: ForgotPassword,
  title: 'Forgot your password?',
  path: links.forgotPassword(),
  endpoint: auth.forgotPassword,
  // The same for every address, so that it does not reveal who has an account.
  done: ({ sendsEmail }) =>
    sendsEmail
      ? {
          title: 'Check your email',
          intro:
            'If there’s an account for this email, we’ve sent a reset link. It works once and expires in 30 minutes.',
          children: (
            <>
              <p className="mb-8 text-quiet">
                Didn’t get it? Check your spam folder or{' '}
                <a href={links.forgotPassword()} className={`${inlineLink} text-ink`}>
                  try again
                </a>
                .
              </p>
              <LinkButton href={links.login()}>Back to login</LinkButton>
            </>
          ),
        }
      : {
          title: 'Contact us for your link',
          intro:
            'We can’t send email right now. If there’s an account for this email, we can give you a reset link. It works once and expires in 30 minutes.',
          children: (
            <div className="grid gap-3 sm:flex">
              <LinkButton kind="primary" href={links.page('contact')}>
                Contact us
              </LinkButton>
              <LinkButton href={links.login()}>Back to login</LinkButton>
            </div>
          ),
        },
})

export const resetPassword = formPage({
  of: ResetPassword,
  title: 'Choose a new password',
  path: links.resetPassword(),
  endpoint: auth.resetPassword,
  next: () => links.login(null, 'reset'),
})

export const acceptInvite = formPage({
  of: AcceptInvite,
  title: 'Join the team',
  path: links.acceptInvitation(),
  // The form of those who have an account is posted to an address that says so.
  endpoint: (search) => (search.has('account') ? joinStaff : acceptInvitation),
  next: () => links.login(links.dashboard(), 'joined'),
})

export const unsubscribe = formPage({
  of: Unsubscribe,
  title: 'Stop these emails',
  path: links.unsubscribe(),
  endpoint: unsubscribeEndpoint,
  done: () => ({
    title: 'No more requests',
    intro: 'We won’t ask you for comments again. You’ll still receive emails about your orders.',
    children: <LinkButton href={links.home()}>Go to the shop</LinkButton>,
  }),
})

export const verifyEmail = formPage({
  of: VerifyEmail,
  title: 'Confirm your email address',
  path: links.verifyEmail(),
  endpoint: auth.verifyEmail,
  done: () => ({
    title: 'Your email address is confirmed',
    intro: 'Thanks! We’ll send order updates to this address.',
    children: (
      <div className="grid gap-3 sm:flex">
        <LinkButton kind="primary" href={links.products()}>
          See all products
        </LinkButton>
        <LinkButton href={links.profile()}>Your profile</LinkButton>
      </div>
    ),
  }),
})

export const findOrder = formPage({
  of: FindOrder,
  title: 'Find your order',
  path: links.findOrder(),
  endpoint: findGuestOrder,
  next: ({ data: { number, accessToken } }) => links.order(number, accessToken),
})
