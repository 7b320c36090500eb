import type { FooterGroup } from '#contract/settings/home.ts'
import { documentNumber, type NumberPattern } from '#contract/orders/document-number.ts'
import { settingSubjects } from '#contract/settings/settings.ts'
import { weekdayName, type ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { sellerNumberText, type SellerNumber } from '#contract/tax/seller-number.ts'
import type { OwnTaxClass, TaxRate } from '#contract/tax/tax-rate.ts'
import { AppError } from '#server/http/errors.ts'
import {
  flag,
  lines,
  money,
  named,
  plain,
  type AuditField,
  type AuditSubject,
} from '#server/modules/audit/index.ts'
import { type Group } from './groups.ts'
import { lockSettings, updateSettings } from './settings.writes.ts'

const names: Record<Group, string> = {
  home: 'Home page',
  footer: 'Footer',
  tax: 'Tax',
  shipping: 'Shipping',
  payment: 'Payment',
  notifications: 'Notifications',
  checkout: 'Checkout',
  invoice: 'Invoices',
  stock: 'Stock',
  returns: 'Returns',
  retention: 'Data retention',
  reviews: 'Comment requests',
  search: 'Search',
  agents: 'Agents',
  tax_rates: 'Tax rates',
}

function groupOf(id: number): Group {
  const groups = Object.keys(settingSubjects) as Group[]
  const group = groups.find((name) => settingSubjects[name].subjectId === id)
  if (!group) throw new AppError(404, 'not_found', 'Setting not found')
  return group
}

/** Shared by the groups of settings. */
const groupSubject: Pick<AuditSubject, 'listNames' | 'undo'> = {
  listNames: async (_db, _shopId, ids) => new Map(ids.map((id) => [id, names[groupOf(id)]])),
  undo: {
    read: (tx, shopId, id) => lockSettings(tx, shopId, groupOf(id)),
    update: (tx, write, id, fields) => updateSettings(tx, write, groupOf(id), fields),
  },
}

/** A number of the pattern, as an example. */
const pattern = (name: string): AuditField => ({
  name,
  format: (value) =>
    value ? [documentNumber(value as NumberPattern, new Date().toISOString(), 1)] : ['That of the country'],
})

const recipients = (name: string) => named(name, 'user')

/** Settings in the audit log: those of the storefront and those of the shop. */
export const settingsAuditSubjects: readonly AuditSubject[] = [
  {
    ...groupSubject,
    subject: 'storefront',
    noun: 'Storefront',
    permission: 'content',
    fields: {
      banners: flag('Banners'),
      categories: flag('Shop By Category'),
      arrivals: flag('New Arrivals'),
      products: flag('Products'),
      good_to_know: flag('Good to know'),
      groups: lines<FooterGroup>(
        'Links',
        ({ title, links }) => `${title}: ${links.map(({ name, to }) => `${name} (${to})`).join(', ')}`,
      ),
    },
  },
  {
    ...groupSubject,
    subject: 'setting',
    noun: 'Setting',
    permission: 'settings',
    fields: {
      prices_include: flag('Prices include tax'),
      country: plain('Country of the business'),
      postal: plain('Postal code of the business'),
      default_class: plain('Tax class of products'),
      delivery: plain('Tax on delivery'),
      prices_fixed: flag('Same price for each destination'),
      rounding: plain('Tax is rounded by'),
      eu_sales: plain('Sales to other EU states taxed at'),
      us_sourcing: plain('Sales within the own US state taxed at'),
      registered: plain('Also registered in'),
      reverse_charge: flag('Reverse charge'),
      classes: lines<OwnTaxClass>('Tax classes', ({ name, code }) => `${name} (${code})`),
      rates: lines<TaxRate>(
        'Tax rates',
        ({ class: code, country, state, percent, from, to }) =>
          `${[code, country, state].filter(Boolean).join(' ')}: ${percent} %${from ? ` from ${from}` : ''}${to ? ` until ${to}` : ''}`,
      ),
      flat: money('Standard rate'),
      free_from: money('Free delivery over'),
      zones: lines<ShippingZone>('Zones', ({ name, countries }) => `${name} (${countries.join(', ')})`),
      cod: flag('Cash on delivery'),
      cod_max: money('Cash on delivery up to'),
      cod_fee: money('Cash on delivery: fee'),
      cod_min: money('Cash on delivery from'),
      cod_allowed_codes: plain('Cash on delivery: only these postal codes'),
      cod_refused_codes: plain('Cash on delivery: refused postal codes'),
      cod_excluded_products: named('Cash on delivery: excluded products', 'product'),
      cod_excluded_categories: named('Cash on delivery: excluded categories', 'category'),
      cod_confirm: plain('Cash orders that customers confirm'),
      cod_confirm_hours: plain('Cash orders wait for their confirmation (hours)'),
      cod_deposit: plain('Cash on delivery: deposit'),
      cod_deposit_percent: plain('Cash on delivery: deposit (percent)'),
      cod_deposit_amount: money('Cash on delivery: deposit (amount)'),
      cod_deposit_from: money('Cash on delivery: deposit from'),
      bank_transfer: flag('Bank transfer'),
      bank_details: plain('Bank details'),
      upi: flag('UPI'),
      upi_id: plain('UPI ID'),
      order: lines<string>('Order of the payment methods', (id) => id),
      comment_posted: recipients('New comments'),
      comment_reported: recipients('Reported comments'),
      order_placed: recipients('New orders'),
      stock_low: recipients('Low stock'),
      countries: plain('Delivery countries'),
      days_from: plain('Standard delivery: earliest day'),
      days_to: plain('Standard delivery: latest day'),
      express_amount: money('Express rate'),
      express_from: plain('Express delivery: earliest day'),
      express_to: plain('Express delivery: latest day'),
      cutoff_hour: plain('Cut-off hour'),
      weekdays: lines<number>('Working days', weekdayName),
      holidays: plain('Days off'),
      reserve_minutes: plain('Hold stock for online payments (minutes)'),
      transfer_days: plain('Hold stock for bank transfers (days)'),
      order_prefix: plain('Prefix of order numbers'),
      legal_name: plain('Legal name'),
      gstin: plain('GSTIN'),
      tax_numbers: lines<SellerNumber>('Tax numbers', sellerNumberText),
      state: plain('State'),
      note: plain('Note'),
      invoice_pattern: pattern('Numbers of invoices'),
      credit_note_pattern: pattern('Numbers of credit notes'),
      low_stock_threshold: plain('Low-stock threshold'),
      days: plain('Days for returns'),
      paid_by: plain('Return shipping paid by'),
      excluded_categories: lines<number>('Categories without returns', (id) => `#${id}`),
      count_visitors: flag('Visitors are counted'),
      request_days: plain('Ask for comments (days after delivery)'),
      visitor_days: plain('Keep visitors’ carts and wishlists (days)'),
      email_days: plain('Keep copies of emails (days)'),
      event_days: plain('Keep events (days)'),
      catalog: flag('Agents can see products'),
      checkout: flag('Agents can place orders'),
      import_days: plain('Keep imported files (days)'),
    },
  },
]
