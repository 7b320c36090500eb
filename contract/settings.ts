import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, nothing, text, version } from './fields.ts'
import { indianStates } from './india.ts'
import { zonesWith } from './shipping.ts'

const major = z
  .number({ error: 'An amount must be a number' })
  .min(0, 'An amount cannot be negative')
  .max(10_000_000_000, 'An amount cannot be that large')

export const taxSettings = z.strictObject({
  prices_include: flag.describe('whether the prices of the catalogue contain GST'),
})

export const shippingSettings = z.strictObject({
  flat: major.describe('what delivery costs where no zone says otherwise; major units'),
  free_from: major.nullable().describe('value of the goods from which it is free; null: never'),
  zones: zonesWith(major),
})
export type ShippingSettings = z.output<typeof shippingSettings>

export const paymentSettings = z.strictObject({
  cod: flag.describe('cash on delivery'),
  bank_transfer: flag,
  bank_details: text(2000).trim().describe('what the customer is told who pays by bank transfer'),
})
export type PaymentSettings = z.output<typeof paymentSettings>

const wholeNumber = (least: number, most: number) =>
  z
    .number('This must be a whole number')
    .int('This must be a whole number')
    .min(least, `At least ${least}`)
    .max(most, `At most ${most}`)
const days = wholeNumber(0, 60)

interface Days {
  days_from: number
  days_to: number
  express_from: number
  express_to: number
}

/** Holds days of delivery against each other. */
export const withDaysInOrder = <S extends z.ZodType<Days>>(schema: S): S =>
  schema
    .refine((set) => set.days_from <= set.days_to, { path: ['days_to'], error: afterFirstDay })
    .refine((set) => set.express_from <= set.express_to, { path: ['express_to'], error: afterFirstDay })
const afterFirstDay = 'The last day is not before the first'

/** What a checkout offers beside the cost of standard delivery. */
export const checkoutSettings = z.strictObject({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'A country is named by its two letters, such as IN'))
    .min(1, 'The shop delivers to at least one country')
    .max(250),
  days_from: days,
  days_to: days.describe('of standard delivery'),
  express_amount: major.nullable().describe('what express delivery costs, major units; null: not offered'),
  express_from: days,
  express_to: days,
  reserve_minutes: wholeNumber(5, 1440).describe('how long pieces wait for an online payment'),
  transfer_days: wholeNumber(1, 60).describe('how long they wait for a bank transfer'),
})

export type CheckoutSettings = z.output<typeof checkoutSettings>

/** Who issues the invoices. */
export const invoiceSettings = z.strictObject({
  legal_name: text(200).trim(),
  gstin: text(15)
    .trim()
    .toUpperCase()
    .regex(/^$|^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'This is not a GSTIN'),
  state: text(60)
    .trim()
    .refine((code) => code === '' || code in indianStates, 'Please choose a state of India')
    .describe('code of the state of India, or empty'),
  note: text(500).trim().describe('below the sums'),
})
export type InvoiceSettings = z.output<typeof invoiceSettings>

/** What staff can be told of by mail. */
export const staffNotices = ['comment_posted', 'comment_reported', 'order_placed', 'stock_low'] as const
export type StaffNotice = (typeof staffNotices)[number]

const receivers = z.array(id).max(50, 'At most 50 people').describe('ids of staff')
export const notificationSettings = z.strictObject({
  comment_posted: receivers,
  comment_reported: receivers,
  order_placed: receivers,
  stock_low: receivers,
} satisfies Record<StaffNotice, z.ZodType>)
export type NotificationSettings = z.output<typeof notificationSettings>

/** How the history knows each group of settings: by a number that never changes. */
export const settingSubjects = {
  home: { subject: 'storefront', subjectId: 1 },
  footer: { subject: 'storefront', subjectId: 2 },
  tax: { subject: 'setting', subjectId: 3 },
  shipping: { subject: 'setting', subjectId: 4 },
  payment: { subject: 'setting', subjectId: 5 },
  notifications: { subject: 'setting', subjectId: 6 },
  checkout: { subject: 'setting', subjectId: 7 },
  invoice: { subject: 'setting', subjectId: 8 },
  stock: { subject: 'setting', subjectId: 9 },
} as const

const versioned = { version: z.number().int() }

/** A setting is read by its form and sent back whole, with the version that was read. */
export const getSettings = endpoint({
  method: 'GET',
  path: 'admin/settings',
  audience: 'staff:settings',
  summary: 'All groups of settings, and the staff that can be told',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      tax: taxSettings.extend(versioned),
      shipping: shippingSettings.extend(versioned),
      payment: paymentSettings.extend(versioned),
      notifications: notificationSettings.extend(versioned),
      checkout: checkoutSettings.extend(versioned),
      invoice: invoiceSettings.extend(versioned),
      staff: z.array(z.object({ id: z.number().int(), fullName: z.string(), email: z.string() })),
    }),
  }),
})
export type AllSettings = z.output<typeof getSettings.answer>['data']

const versionSent = { version: version.optional() }

export const updateTax = endpoint({
  method: 'PUT',
  path: 'admin/settings/tax',
  audience: 'staff:settings',
  summary: 'Sets whether prices contain GST',
  input: taxSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateShipping = endpoint({
  method: 'PUT',
  path: 'admin/settings/shipping',
  audience: 'staff:settings',
  summary: 'Sets what delivery costs, and the zones',
  input: shippingSettings.extend(versionSent),
  answer: z.object({}),
})

export const updatePayment = endpoint({
  method: 'PUT',
  path: 'admin/settings/payment',
  audience: 'staff:settings',
  summary: 'Sets how customers can pay',
  input: paymentSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateNotifications = endpoint({
  method: 'PUT',
  path: 'admin/settings/notifications',
  audience: 'staff:settings',
  summary: 'Sets who of the staff is told of what by mail',
  input: notificationSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateCheckout = endpoint({
  method: 'PUT',
  path: 'admin/settings/checkout',
  audience: 'staff:settings',
  summary: 'Sets where the shop delivers to, how fast, and how long pieces wait for a payment',
  input: withDaysInOrder(checkoutSettings.extend(versionSent)),
  answer: z.object({}),
})

export const updateInvoice = endpoint({
  method: 'PUT',
  path: 'admin/settings/invoice',
  audience: 'staff:settings',
  summary: 'Sets who issues the invoices',
  input: invoiceSettings.extend(versionSent),
  answer: z.object({}),
})
