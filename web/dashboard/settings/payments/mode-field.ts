import type { PaymentMode } from '#contract/payment-accounts/providers.ts'
import { select } from '#web/dashboard/record-form/fields.tsx'

/** Whether keys move money. */
export const modeField = () =>
  select<PaymentMode>(
    'Mode',
    [
      ['test', 'Test mode – no money moves'],
      ['live', 'Live – shoppers pay real money'],
    ],
    { initial: 'test', hint: 'Keys of the other mode are refused.' },
  )
