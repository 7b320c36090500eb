import { z } from 'zod'
import { footerGroups, sectionsShown } from '#contract/home.ts'
import {
  checkoutSettings,
  invoiceSettings,
  notificationSettings,
  paymentSettings,
  taxSettings,
  withDaysInOrder,
} from '#contract/settings.ts'
import { zonesWith } from '#contract/shipping.ts'
import { lowMark } from '#contract/stock.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { firstFooter } from './first-footer.ts'

/** Minor units. */
const amount = z.number().int().min(0).max(1_000_000_000_000)

/** What a shop can set, by groups; a field of a group is one row, its key is `group.field`. */
export const groups = {
  home: sectionsShown,
  footer: z.strictObject({ groups: footerGroups }),
  tax: taxSettings,
  shipping: z.strictObject({ flat: amount, free_from: amount.nullable(), zones: zonesWith(amount) }),
  payment: paymentSettings,
  notifications: notificationSettings,
  checkout: withDaysInOrder(checkoutSettings.extend({ express_amount: amount.nullable() })),
  invoice: invoiceSettings,
  stock: z.strictObject({ low_at: lowMark }),
}

export type Group = keyof typeof groups
export type Settings<G extends Group> = z.output<(typeof groups)[G]>

/** What is in force where nothing was ever set. */
const firstSettings: { [G in Group]: (currency: string) => Settings<G> } = {
  home: () => ({ banners: true, categories: true, arrivals: true, products: true, good_to_know: true }),
  footer: () => ({ groups: firstFooter }),
  tax: () => ({ prices_include: true }),
  shipping: (currency) => ({ flat: toMinor(99, currency), free_from: toMinor(1499, currency), zones: [] }),
  payment: () => ({ cod: true, bank_transfer: false, bank_details: '' }),
  notifications: () => ({ comment_posted: [], comment_reported: [], order_placed: [], stock_low: [] }),
  checkout: () => ({
    countries: ['IN'],
    days_from: 3,
    days_to: 6,
    express_amount: null,
    express_from: 1,
    express_to: 2,
    reserve_minutes: 20,
    transfer_days: 7,
  }),
  invoice: () => ({ legal_name: '', gstin: '', state: '', note: '' }),
  // The function low_mark of the database says the same.
  stock: () => ({ low_at: 3 }),
}

export const fieldsOf = (group: Group): string[] => Object.keys(groups[group].shape)

/** A group as it is in force, made from its rows: what is missing or broken is as if it was never set. */
export function settingsOf<G extends Group>(
  group: G,
  currency: string,
  rows: readonly { key: string; value: unknown }[],
): Settings<G> {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const first: Record<string, unknown> = firstSettings[group](currency)
  const shape: Record<string, z.ZodType> = groups[group].shape
  const fields = Object.entries(shape).map(([field, schema]) => {
    const { success, data } = schema.safeParse(stored.get(`${group}.${field}`))
    return [field, success ? data : first[field]]
  })
  return Object.fromEntries(fields) as Settings<G>
}
