import { z } from 'zod'
import { footerGroups, sectionsShown } from '#contract/home.ts'
import { notificationSettings, paymentSettings, taxSettings } from '#contract/settings.ts'
import { zonesWith } from '#contract/shipping.ts'
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
}

export type Group = keyof typeof groups
export type Settings<G extends Group> = z.output<(typeof groups)[G]>

/** How the journal knows each group: by a number that never changes. */
export const subjects: Readonly<Record<Group, { subject: 'storefront' | 'setting'; subjectId: number }>> = {
  home: { subject: 'storefront', subjectId: 1 },
  footer: { subject: 'storefront', subjectId: 2 },
  tax: { subject: 'setting', subjectId: 3 },
  shipping: { subject: 'setting', subjectId: 4 },
  payment: { subject: 'setting', subjectId: 5 },
  notifications: { subject: 'setting', subjectId: 6 },
}

/** What is in force where nothing was ever set. */
const firstSettings: { [G in Group]: (currency: string) => Settings<G> } = {
  home: () => ({ banners: true, categories: true, arrivals: true, products: true, good_to_know: true }),
  footer: () => ({ groups: firstFooter }),
  tax: () => ({ prices_include: true }),
  shipping: (currency) => ({ flat: toMinor(99, currency), free_from: toMinor(1499, currency), zones: [] }),
  payment: () => ({ cod: true, bank_transfer: false, bank_details: '' }),
  notifications: () => ({ comment_posted: [], comment_reported: [], order_placed: [], stock_low: [] }),
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
