import { z } from 'zod'
import { footerGroups, sectionsShown, type FooterGroup } from '#contract/settings/home.ts'
import {
  agentSettings,
  checkoutSettings,
  invoiceSettings,
  notificationSettings,
  paymentSettings,
  retentionSettings,
  returnSettings,
  reviewSettings,
  searchSettings,
} from '#contract/settings/settings.ts'
import { cashFields } from '#contract/settings/cash-settings.ts'
import { shippingFields, withDaysInOrder } from '#contract/orders/delivery/shipping.ts'
import { taxRateFields, taxSettings, withRateRules } from '#contract/tax/tax-settings.ts'
import { lowStockThreshold } from '#contract/stock/stock.ts'
import { toMinor } from '#server/modules/pricing/index.ts'

/** Minor units. */
const amount = z.number().int().min(0).max(1_000_000_000_000)

/** The settings of a shop by group. Each field is one row with the key `group.field`. */
export const groups = {
  home: sectionsShown,
  footer: z.strictObject({ groups: footerGroups }),
  tax: taxSettings,
  tax_rates: withRateRules(taxRateFields(amount)),
  shipping: withDaysInOrder(shippingFields(amount)),
  payment: paymentSettings.extend(cashFields(amount)),
  notifications: notificationSettings,
  checkout: checkoutSettings,
  invoice: invoiceSettings,
  stock: z.strictObject({ low_stock_threshold: lowStockThreshold }),
  returns: returnSettings,
  retention: retentionSettings,
  reviews: reviewSettings,
  search: searchSettings,
  agents: agentSettings,
}

export type Group = keyof typeof groups
export type Settings<G extends Group> = z.output<(typeof groups)[G]>

/** The default footer: the content pages that every shop starts with. */
const defaultFooter: FooterGroup[] = [
  {
    title: 'Help',
    links: [
      { name: 'Shipping', to: '/help/shipping' },
      { name: 'Returns', to: '/help/returns' },
      { name: 'Payment', to: '/pages/payment' },
      { name: 'FAQ', to: '/help/faq' },
      { name: 'Find your order', to: '/orders' },
      { name: 'Contact', to: '/contact' },
    ],
  },
  {
    title: 'Company',
    links: [
      { name: 'About us', to: '/about' },
      { name: 'Careers', to: '/careers' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { name: 'Privacy policy', to: '/privacy-policy' },
      { name: 'Terms', to: '/terms' },
    ],
  },
]

/** Days. Housekeeping applies them in SQL. */
export const defaultRetention: Settings<'retention'> = {
  visitor_days: 180,
  email_days: 90,
  event_days: 30,
  import_days: 30,
  count_visitors: true,
}

const defaultSettings: { [G in Group]: (currency: string) => Settings<G> } = {
  home: () => ({ banners: true, categories: true, arrivals: true, products: true, good_to_know: true }),
  footer: () => ({ groups: defaultFooter }),
  tax: () => ({
    prices_include: true,
    country: 'IN',
    state: '',
    postal: '',
    default_class: null,
    delivery: 'share',
    prices_fixed: true,
    rounding: 'country',
    eu_sales: 'origin',
    us_sourcing: 'destination',
    registered: [],
    reverse_charge: false,
  }),
  tax_rates: () => ({ classes: [], rates: [] }),
  shipping: (currency) => ({
    flat: toMinor(99, currency),
    free_from: toMinor(1499, currency),
    days_from: 3,
    days_to: 6,
    express_amount: null,
    express_from: 1,
    express_to: 2,
    cutoff_hour: 14,
    weekdays: [1, 2, 3, 4, 5, 6],
    holidays: [],
    zones: [],
  }),
  payment: () => ({
    cod: true,
    cod_max: null,
    cod_fee: 0,
    cod_min: null,
    cod_allowed_codes: [],
    cod_refused_codes: [],
    cod_excluded_products: [],
    cod_excluded_categories: [],
    cod_confirm: 'off',
    cod_confirm_hours: 48,
    cod_deposit: 'off',
    cod_deposit_percent: 20,
    cod_deposit_amount: 0,
    cod_deposit_from: null,
    bank_transfer: false,
    bank_details: '',
    upi: false,
    upi_id: '',
    take_money: 'order',
    order: [],
  }),
  notifications: () => ({ comment_posted: [], comment_reported: [], order_placed: [], stock_low: [] }),
  checkout: () => ({
    countries: ['IN'],
    reserve_minutes: 20,
    transfer_days: 7,
    order_prefix: '',
  }),
  invoice: () => ({
    legal_name: '',
    gstin: '',
    tax_numbers: [],
    state: '',
    note: '',
    invoice_pattern: null,
    credit_note_pattern: null,
  }),
  // Must equal the SQL function default_low_stock_threshold.
  stock: () => ({ low_stock_threshold: 3 }),
  returns: () => ({ days: 14, paid_by: 'shop', excluded_categories: [] }),
  retention: () => defaultRetention,
  reviews: () => ({ request_days: 7 }),
  search: () => ({ learns: true }),
  agents: () => ({ catalog: true, checkout: true }),
}

export const fieldsOf = (group: Group): string[] => Object.keys(groups[group].shape)

/** The key of every setting: `group.field`. */
export const settingKeys: readonly string[] = (Object.keys(groups) as Group[]).flatMap((group) =>
  fieldsOf(group).map((field) => `${group}.${field}`),
)

/** Builds a group from its rows. Missing and invalid values get their defaults. */
export function settingsOf<G extends Group>(
  group: G,
  currency: string,
  rows: readonly { key: string; value: unknown }[],
): Settings<G> {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const defaults: Record<string, unknown> = defaultSettings[group](currency)
  const shape: Record<string, z.ZodType> = groups[group].shape
  const fields = Object.entries(shape).map(([field, schema]) => {
    const { success, data } = schema.safeParse(stored.get(`${group}.${field}`))
    return [field, success ? data : defaults[field]]
  })
  return Object.fromEntries(fields) as Settings<G>
}
