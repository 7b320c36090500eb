import { text } from '../fields.ts'
import type { PaymentMode } from './providers.ts'

/** A key that is written and never read; empty: the stored one stays. What copying adds around it goes. */
const key = (max = 200) =>
  text(max)
    .trim()
    .refine((typed) => !/\s/.test(typed), 'There is a space in it. Copy it again')
    .default('')
    .describe('written and never read; empty: the stored one stays')

const unlessEmpty = (pattern: RegExp) => (typed: string) => typed === '' || pattern.test(typed)

export const stripeKeys = {
  secretKey: key()
    .refine(
      (typed) => !typed.startsWith('pk_'),
      'This is the publishable key. Enter the secret key, which begins with sk_ or rk_',
    )
    .refine(
      (typed) => !typed.startsWith('whsec_'),
      'This is the signing secret. Enter the secret key, which begins with sk_ or rk_',
    )
    .refine(
      unlessEmpty(/^((pk|whsec)_|[rs]k_(test|live)_)/),
      'A secret key begins with sk_test_ or sk_live_',
    ),
  webhookSecret: key().refine(unlessEmpty(/^whsec_/), 'A signing secret begins with whsec_'),
}

/** The key that browsers use for the buttons of wallets. It is no secret, so it can be read and emptied. */
export const publishableKey = text(200)
  .trim()
  .refine(
    (typed) => !/^([rs]k|whsec)_/.test(typed),
    'This is a secret, and every visitor would see it. Enter the publishable key, which begins with pk_',
  )
  .refine(
    unlessEmpty(/^(([rs]k|whsec)_|pk_(test|live)_\w+$)/),
    'A publishable key begins with pk_test_ or pk_live_',
  )
  .optional()
  .describe('shows the buttons of Apple Pay and Google Pay; empty: none; absent: as stored')

export const razorpayKeys = {
  keyId: key().refine(unlessEmpty(/^rzp_(test|live)_/), 'A key ID begins with rzp_test_ or rzp_live_'),
  keySecret: key().refine(
    (typed) => !typed.startsWith('rzp_'),
    'This is the key ID. Enter the key secret, which Razorpay shows once',
  ),
  // Staff choose it, so it may have spaces.
  webhookSecret: text(200)
    .trim()
    .refine((typed) => typed === '' || typed.length >= 16, 'Use at least 16 random characters')
    .default('')
    .describe('written and never read; empty: the stored one stays'),
}

export const paypalKeys = {
  clientId: key(),
  clientSecret: key(),
  webhookId: key(40),
}

export const mollieKeys = {
  apiKey: key()
    .refine((typed) => !typed.startsWith('pfl_'), 'This is the profile ID. Enter an API key')
    .refine(unlessEmpty(/^(pfl_|(test|live)_)/), 'An API key begins with test_ or live_'),
}

/** The mode that a key names itself; undefined if keys of its provider look alike. */
export const modeOfKey = (typed: string): PaymentMode | undefined =>
  /^(?:[prs]k_|rzp_)?(test|live)_/.exec(typed)?.[1] as PaymentMode | undefined

/** Why a key does not suit the mode that was chosen; undefined if it does. */
export function modeProblem(typed: string, mode: PaymentMode): string | undefined {
  const own = modeOfKey(typed)
  if (own === undefined || own === mode) return undefined
  return own === 'test'
    ? 'This key is for test mode. Choose test mode, or enter the live key'
    : 'This key is for live mode. Choose live mode, or enter the test key'
}
