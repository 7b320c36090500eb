import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, nothing, text, version } from './fields.ts'
import { indianStates } from './orders/india.ts'
import { zonesWith } from './orders/shipping.ts'

const major = z
  .number({ error: 'Enter an amount' })
  .min(0, 'Enter an amount of 0 or more')
  .max(10_000_000_000, 'This amount is too large')

export const taxSettings = z.strictObject({
  prices_include: flag.describe('whether catalog prices include GST'),
})

export const shippingSettings = z.strictObject({
  flat: major.describe('the delivery rate without a matching zone; major units'),
  free_from: major.nullable().describe('order value for free delivery; null: never'),
  zones: zonesWith(major),
})
export const paymentSettings = z.strictObject({
  cod: flag.describe('cash on delivery'),
  bank_transfer: flag,
  bank_details: text(2000).trim().describe('shown to customers who pay by bank transfer'),
})
const wholeNumber = (min: number, max: number) =>
  z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(min, `Enter at least ${min}`)
    .max(max, `Enter at most ${max}`)
const days = wholeNumber(0, 60)

interface Days {
  days_from: number
  days_to: number
  express_from: number
  express_to: number
}

/** Adds the rule that delivery ranges are in order. */
export const withDaysInOrder = <S extends z.ZodType<Days>>(schema: S): S =>
  schema
    .refine((set) => set.days_from <= set.days_to, { path: ['days_to'], error: daysOutOfOrder })
    .refine((set) => set.express_from <= set.express_to, { path: ['express_to'], error: daysOutOfOrder })
const daysOutOfOrder = 'The latest day can’t be before the earliest day'

/** Countries, delivery times, express delivery and payment deadlines. */
export const checkoutSettings = z.strictObject({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, e.g. IN'))
    .min(1, 'Choose at least one country')
    .max(250),
  days_from: days,
  days_to: days.describe('of standard delivery'),
  express_amount: major.nullable().describe('the express rate in major units; null: not offered'),
  express_from: days,
  express_to: days,
  reserve_minutes: wholeNumber(5, 1440).describe('how long stock is reserved for an online payment'),
  transfer_days: wholeNumber(1, 60).describe('how long stock is reserved for a bank transfer'),
})

export type CheckoutSettings = z.output<typeof checkoutSettings>

/** The seller on invoices. */
export const invoiceSettings = z.strictObject({
  legal_name: text(200).trim(),
  gstin: text(15)
    .trim()
    .toUpperCase()
    .regex(/^$|^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'Enter a valid GSTIN'),
  state: text(60)
    .trim()
    .refine((code) => code === '' || code in indianStates, 'Choose a state of India')
    .describe('state code, or empty'),
  note: text(500).trim().describe('shown below the totals'),
})
/** The notices that staff can receive by email. */
export const staffNotices = ['comment_posted', 'comment_reported', 'order_placed', 'stock_low'] as const
export type StaffNotice = (typeof staffNotices)[number]

const recipients = z.array(id).max(50, 'Choose up to 50 people').describe('ids of staff members')
export const notificationSettings = z.strictObject({
  comment_posted: recipients,
  comment_reported: recipients,
  order_placed: recipients,
  stock_low: recipients,
} satisfies Record<StaffNotice, z.ZodType>)
export type NotificationSettings = z.output<typeof notificationSettings>

/** The audit log's record of each group of settings. The numbers never change. */
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

/** A form reads a group and sends it back whole, with the version that it read. */
export const getSettings = endpoint({
  method: 'GET',
  path: 'admin/settings',
  audience: 'staff:settings',
  summary: 'All groups of settings, and the staff members who can be notified',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      tax: taxSettings.extend(versioned),
      shipping: shippingSettings.extend(versioned),
      payment: paymentSettings.extend(versioned),
      onlinePayments: z.array(z.string()).describe('names of the online methods that the checkout offers'),
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
  summary: 'Sets whether prices include GST',
  input: taxSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateShipping = endpoint({
  method: 'PUT',
  path: 'admin/settings/shipping',
  audience: 'staff:settings',
  summary: 'Sets the delivery rates and zones',
  input: shippingSettings.extend(versionSent),
  answer: z.object({}),
})

export const updatePayment = endpoint({
  method: 'PUT',
  path: 'admin/settings/payment',
  audience: 'staff:settings',
  summary: 'Sets the payment methods',
  input: paymentSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateNotifications = endpoint({
  method: 'PUT',
  path: 'admin/settings/notifications',
  audience: 'staff:settings',
  summary: 'Sets which emails each staff member receives',
  input: notificationSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateCheckout = endpoint({
  method: 'PUT',
  path: 'admin/settings/checkout',
  audience: 'staff:settings',
  summary: 'Sets delivery countries and times, and how long stock is reserved',
  input: withDaysInOrder(checkoutSettings.extend(versionSent)),
  answer: z.object({}),
})

export const updateInvoice = endpoint({
  method: 'PUT',
  path: 'admin/settings/invoice',
  audience: 'staff:settings',
  summary: 'Sets the seller on invoices',
  input: invoiceSettings.extend(versionSent),
  answer: z.object({}),
})
