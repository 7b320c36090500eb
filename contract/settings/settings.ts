import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, nothing, text, version, wholeNumber } from '../fields.ts'
import { numberPattern } from '../orders/document-number.ts'
import { isGstin } from '../tax/gstin.ts'
import { indianStates } from '../orders/address/india.ts'
import { shippingFields, withDaysInOrder } from '../orders/delivery/shipping.ts'
import { cashFields, settingAmount } from './cash-settings.ts'
import { sellerNumber } from '../tax/seller-number.ts'
import { taxSettings } from '../tax/tax-settings.ts'

const shippingAmounts = shippingFields(settingAmount)
export const shippingSettings = withDaysInOrder(shippingAmounts)

export const paymentSettings = z.strictObject({
  bank_transfer: flag,
  bank_details: text(2000).trim().describe('shown to customers who pay by bank transfer'),
  upi: flag.describe('UPI without a provider: staff confirm each payment. Offered in rupees only'),
  upi_id: text(255)
    .trim()
    .regex(/^$|^[\w.-]{2,256}@[a-z][a-z\d]{1,63}$/i, 'Enter a UPI ID such as shop@okbank')
    .describe('where UPI payments go'),
  order: z
    .array(text(40).regex(/^[a-z_]+$/, 'Unknown payment method'))
    .max(20, 'Up to 20 methods')
    .default([])
    .describe('ids of payment methods as shoppers see them; others follow'),
  ...cashFields(settingAmount),
  take_money: z
    .enum(['order', 'shipping'], 'Choose when the money is taken')
    .describe(
      'when providers take the money. shipping: it is authorised at the order, where the provider and the way to pay can',
    ),
})
/** Delivery countries and payment deadlines. */
export const checkoutSettings = z.strictObject({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, e.g. IN'))
    .min(1, 'Choose at least one country')
    .max(250),
  reserve_minutes: wholeNumber(5, 1440).describe('how long stock is reserved for an online payment'),
  transfer_days: wholeNumber(1, 60).describe('how long stock is reserved for a bank transfer'),
  order_prefix: text(12)
    .trim()
    .toUpperCase()
    .regex(/^([A-Z0-9][A-Z0-9/-]*)?$/, 'Use letters, digits, hyphens and slashes')
    .default('')
    .describe('begins the numbers of new orders, such as SHOP- in SHOP-2026-000123'),
})

/** What a shopper may send back. */
export const returnSettings = z.strictObject({
  days: wholeNumber(0, 365).describe('days after delivery; 0: no returns'),
  paid_by: z.enum(['shop', 'customer'], 'Choose who pays').describe('who pays the return shipping'),
  excluded_categories: z
    .array(z.number().int().min(1).max(2_147_483_647))
    .max(100, 'Up to 100 categories')
    .default([])
    .describe('ids of categories whose items do not come back, such as food'),
})

/** The emails that ask customers to comment on what they bought. */
export const reviewSettings = z.strictObject({
  request_days: wholeNumber(0, 90).describe('days after delivery; 0: no emails'),
})

/** How searches sort their results. */
export const searchSettings = z.strictObject({
  learns: flag.describe('whether clicks and orders after a search lift products'),
})

/** What agents (assistants that shop for people) may do in the shop. */
export const agentSettings = z.strictObject({
  catalog: flag.describe(
    'whether agents may search and read the catalog; false: agents are refused altogether',
  ),
  checkout: flag.describe('whether agents may fill carts and place orders'),
})

/** How long the shop keeps personal data that it no longer needs. */
export const retentionSettings = z.strictObject({
  visitor_days: wholeNumber(1, 3650).describe('cart and wishlist of a visitor, after the last visit'),
  email_days: wholeNumber(1, 3650).describe('copies of sent emails'),
  event_days: wholeNumber(7, 3650).default(30).describe('events and their deliveries to webhooks'),
  import_days: wholeNumber(1, 3650)
    .default(30)
    .describe('files and rows of imports; later an import cannot be undone'),
  count_visitors: flag.default(true).describe('whether visitors are counted, without cookies or names'),
})

/** The seller on invoices. */
export const invoiceSettings = z.strictObject({
  legal_name: text(200).trim(),
  gstin: text(15)
    .trim()
    .toUpperCase()
    .refine((gstin) => gstin === '' || isGstin(gstin), 'Enter a valid GSTIN'),
  tax_numbers: z
    .array(sellerNumber)
    .max(10, 'Enter at most 10 numbers')
    .describe('further numbers of the seller, printed with their names'),
  state: text(60)
    .trim()
    .refine((code) => code === '' || code in indianStates, 'Choose a state of India')
    .describe('state code, or empty'),
  note: text(500).trim().describe('shown below the totals'),
  invoice_pattern: numberPattern.nullable().describe('of the next invoice; null: that of the country'),
  credit_note_pattern: numberPattern
    .nullable()
    .describe('of the next credit note; null: that of the country'),
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
  returns: { subject: 'setting', subjectId: 10 },
  retention: { subject: 'setting', subjectId: 11 },
  reviews: { subject: 'setting', subjectId: 12 },
  tax_rates: { subject: 'setting', subjectId: 13 },
  search: { subject: 'setting', subjectId: 14 },
  agents: { subject: 'setting', subjectId: 15 },
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
      shipping: shippingAmounts.extend(versioned),
      payment: paymentSettings.extend(versioned),
      notifications: notificationSettings.extend(versioned),
      checkout: checkoutSettings.extend(versioned),
      invoice: invoiceSettings.extend(versioned),
      returns: returnSettings.extend(versioned),
      retention: retentionSettings.extend(versioned),
      reviews: reviewSettings.extend(versioned),
      search: searchSettings.extend(versioned),
      agents: agentSettings.extend(versioned),
      staff: z.array(z.object({ id: z.number().int(), fullName: z.string(), email: z.string() })),
      cashProducts: z
        .array(z.object({ id: z.number().int(), name: z.string() }))
        .describe('the products that are not sold for cash'),
    }),
  }),
})
export type AllSettings = z.output<typeof getSettings.answer>['data']

const versionSent = { version: version.optional() }

export const updateTax = endpoint({
  method: 'PUT',
  path: 'admin/settings/tax',
  audience: 'staff:settings',
  summary: 'Sets where and how the shop charges tax',
  // Fields that are not sent stay as they are.
  input: taxSettings.partial().required({ prices_include: true }).extend(versionSent),
  answer: z.object({}),
})

export const updateShipping = endpoint({
  method: 'PUT',
  path: 'admin/settings/shipping',
  audience: 'staff:settings',
  summary: 'Sets delivery rates, zones and times',
  // Delivery times that are not sent stay as they are.
  input: shippingAmounts.partial().required({ flat: true, free_from: true, zones: true }).extend(versionSent),
  answer: z.object({}),
})

export const updatePayment = endpoint({
  method: 'PUT',
  path: 'admin/settings/payment',
  audience: 'staff:settings',
  summary: 'Sets the payment methods',
  // Fields that are not sent stay as they are.
  input: paymentSettings
    .pick({
      cod: true,
      cod_max: true,
      bank_transfer: true,
      bank_details: true,
      upi: true,
      upi_id: true,
      take_money: true,
    })
    .partial({ cod: true, cod_max: true, upi: true, upi_id: true, take_money: true })
    .extend(versionSent),
  answer: z.object({}),
})

export const updatePaymentOrder = endpoint({
  method: 'PUT',
  path: 'admin/settings/payment-order',
  audience: 'staff:settings',
  summary: 'Sets the order in which shoppers see the payment methods',
  input: z.strictObject({ order: paymentSettings.shape.order.unwrap() }),
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
  summary: 'Sets delivery countries, and how long stock is reserved',
  input: checkoutSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateInvoice = endpoint({
  method: 'PUT',
  path: 'admin/settings/invoice',
  audience: 'staff:settings',
  summary: 'Sets the seller on invoices',
  // Fields that are not sent stay as they are.
  input: invoiceSettings
    .partial({ tax_numbers: true, invoice_pattern: true, credit_note_pattern: true })
    .extend(versionSent),
  answer: z.object({}),
})

export const updateReturns = endpoint({
  method: 'PUT',
  path: 'admin/settings/returns',
  audience: 'staff:settings',
  summary: 'Sets how long items can be returned and who pays for it',
  input: returnSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateRetention = endpoint({
  method: 'PUT',
  path: 'admin/settings/retention',
  audience: 'staff:settings',
  summary: 'Sets how long personal data is kept',
  input: retentionSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateReviews = endpoint({
  method: 'PUT',
  path: 'admin/settings/reviews',
  audience: 'staff:settings',
  summary: 'Sets when customers are asked for comments',
  input: reviewSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateSearchSettings = endpoint({
  method: 'PUT',
  path: 'admin/settings/search',
  audience: 'staff:settings',
  summary: 'Sets whether searches learn from clicks and orders',
  input: searchSettings.extend(versionSent),
  answer: z.object({}),
})

export const updateAgentSettings = endpoint({
  method: 'PUT',
  path: 'admin/settings/agents',
  audience: 'staff:settings',
  summary: 'Sets whether agents may read the catalog and place orders',
  input: agentSettings.extend(versionSent),
  answer: z.object({}),
})
