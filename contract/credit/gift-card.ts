import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { amount, day, flag, id, listing, moment, orNull, text, version } from '../fields.ts'
import { email } from '../identity/auth.ts'

/** What changes a balance. */
export const creditEntryKinds = ['issued', 'spent', 'given_back', 'refunded', 'corrected', 'expired'] as const
export type CreditEntryKind = (typeof creditEntryKinds)[number]

/** A line of the history of a gift card or of store credit. */
export const creditEntry = z.object({
  id: z.number().int(),
  kind: z.enum(creditEntryKinds),
  amount: z.number().describe('major units; negative: it was spent, taken or expired'),
  order: z.string().nullable().describe('number of the order, for links'),
  orderSerial: z.string().nullable(),
  reason: z.string(),
  who: z.string(),
  at: moment,
})
export type CreditEntry = z.infer<typeof creditEntry>

export const giftCardStates = ['active', 'used', 'expired', 'deactivated'] as const
export type GiftCardState = (typeof giftCardStates)[number]

export const giftCardRow = z.object({
  id: z.number().int(),
  ending: z.string().describe('the last four characters of the code'),
  state: z.enum(giftCardStates),
  balance: z.number().describe('major units'),
  issued: z.number().describe('major units that it was issued with'),
  currency: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string().describe('empty: handed over without email'),
  expiresAt: moment.nullable(),
  sendAt: moment.nullable().describe('its email waits until then; null: none waits'),
  emailedAt: moment.nullable(),
  createdAt: moment,
  version: z.number().int(),
})
export type GiftCardRow = z.infer<typeof giftCardRow>

export const giftCardDetail = giftCardRow.extend({
  senderName: z.string(),
  message: z.string(),
  order: z.string().nullable().describe('number of the order whose refund filled it'),
  orderSerial: z.string().nullable(),
  entries: z.array(creditEntry).describe('newest first'),
})
export type GiftCardDetail = z.infer<typeof giftCardDetail>

export const getGiftCards = endpoint({
  method: 'GET',
  path: 'admin/gift-cards',
  audience: 'staff:orders',
  summary: 'Lists gift cards; `q` matches the last characters of the code, name and email',
  input: z.strictObject({
    ...listing,
    state: z.enum(giftCardStates).optional(),
    sort: z.enum(['newest', 'oldest', 'balance', 'balance_desc']).default('newest'),
  }),
  answer: z.object({ data: z.array(giftCardRow), total: count }),
})

export const getGiftCard = endpoint({
  method: 'GET',
  path: 'admin/gift-cards/:id',
  audience: 'staff:orders',
  summary: 'Reads a gift card with its history, without its code',
  input: z.strictObject({ id }),
  answer: z.object({ data: giftCardDetail }),
})

const reason = text(500).trim()
const worth = amount.pipe(z.number().positive('Enter an amount above 0'))

export const giftCardInput = z.strictObject({
  amount: worth.describe('major units'),
  expiresOn: orNull(day).default(null).describe('the last day on which it pays; null: it does not expire'),
  recipientName: text(200).trim().default(''),
  recipientEmail: orNull(email).default(null).describe('null: staff hand the code over themselves'),
  message: text(500).trim().default(''),
  reason: reason.min(1, 'Enter why the card is issued'),
})

const shownCode = z.string().nullable().describe('the code, which is not answered again; null: it is emailed')

export const issueGiftCard = endpoint({
  method: 'POST',
  path: 'admin/gift-cards',
  audience: 'staff:orders+refunds',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Issues a gift card by hand and emails it, or answers its code once',
  input: giftCardInput,
  answer: z.object({ data: z.object({ id: z.number().int(), code: shownCode }) }),
})

export const updateGiftCard = endpoint({
  method: 'PATCH',
  path: 'admin/gift-cards/:id',
  audience: 'staff:orders+refunds',
  summary: 'Deactivates a gift card or activates it again, or changes its last day',
  input: z.strictObject({
    id,
    isActive: flag.optional(),
    expiresOn: orNull(day).optional(),
    version: version.optional(),
  }),
  answer: z.object({}),
})

export const replaceGiftCardCode = endpoint({
  method: 'POST',
  path: 'admin/gift-cards/:id/code',
  audience: 'staff:orders+refunds',
  takesIdempotencyKey: true,
  summary: 'Gives a gift card a new code, which is emailed or answered once; the old code stops working',
  input: z.strictObject({
    id,
    recipientEmail: orNull(email).default(null).describe('null: the code is answered'),
  }),
  answer: z.object({ data: z.object({ code: shownCode }) }),
})

export const correctGiftCard = endpoint({
  method: 'POST',
  path: 'admin/gift-cards/:id/corrections',
  audience: 'staff:orders+refunds',
  takesIdempotencyKey: true,
  summary: 'Adds to the balance of a gift card or takes from it, with a reason',
  input: z.strictObject({
    id,
    change: z.number('Enter an amount').describe('major units; negative: takes from the balance'),
    reason: reason.min(1, 'Enter a reason'),
  }),
  answer: z.object({ data: z.object({ balance: z.number().describe('major units') }) }),
})

export const giftCardEndpoints = [
  getGiftCards,
  getGiftCard,
  issueGiftCard,
  updateGiftCard,
  replaceGiftCardCode,
  correctGiftCard,
] as const
