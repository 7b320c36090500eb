import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, nothing, text, version } from './fields.ts'
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

const versioned = { version: z.number().int() }

/** A setting is read by its form and sent back whole, with the version that was read. */
export const getSettings = endpoint({
  method: 'GET',
  path: 'admin/settings',
  audience: 'staff:settings',
  summary: 'Tax, shipping, payment and notifications, and the staff that can be told',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      tax: taxSettings.extend(versioned),
      shipping: shippingSettings.extend(versioned),
      payment: paymentSettings.extend(versioned),
      notifications: notificationSettings.extend(versioned),
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
