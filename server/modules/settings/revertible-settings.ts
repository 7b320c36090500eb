import type { FooterGroup } from '#contract/home.ts'
import { settingSubjects } from '#contract/settings.ts'
import type { ShippingZone } from '#contract/shipping.ts'
import { AppError } from '#server/http/errors.ts'
import { flag, lines, money, named, plain, type Revertible } from '#server/modules/journal/index.ts'
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
}

function groupOf(id: number): Group {
  const groups = Object.keys(settingSubjects) as Group[]
  const group = groups.find((one) => settingSubjects[one].subjectId === id)
  if (!group) throw new AppError(404, 'not_found', 'There is no such setting.')
  return group
}

/** What all groups of settings share. */
const ofGroups: Pick<Revertible, 'listNames' | 'back'> = {
  listNames: async (_db, _configId, ids) => new Map(ids.map((id) => [id, names[groupOf(id)]])),
  back: {
    read: (tx, configId, id) => lockSettings(tx, configId, groupOf(id)),
    update: (tx, write, id, fields) => updateSettings(tx, write, groupOf(id), fields),
  },
}

const receivers = (name: string) => named(name, 'user')

/** Settings, as the journal shows them and puts them back: those of content, and those of the shop. */
export const settingsRevertibles: readonly Revertible[] = [
  {
    ...ofGroups,
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
    ...ofGroups,
    subject: 'setting',
    noun: 'Setting',
    permission: 'settings',
    fields: {
      prices_include: flag('Prices include GST'),
      flat: money('Standard delivery'),
      free_from: money('Free delivery from'),
      zones: lines<ShippingZone>('Zones', ({ name, countries }) => `${name} (${countries.join(', ')})`),
      cod: flag('Cash on delivery'),
      bank_transfer: flag('Bank transfer'),
      bank_details: plain('Bank details'),
      comment_posted: receivers('Told of new comments'),
      comment_reported: receivers('Told of reported comments'),
      order_placed: receivers('Told of new orders'),
      stock_low: receivers('Told of low stock'),
      countries: plain('Countries'),
      days_from: plain('Standard delivery from days'),
      days_to: plain('Standard delivery to days'),
      express_amount: money('Express delivery'),
      express_from: plain('Express delivery from days'),
      express_to: plain('Express delivery to days'),
      reserve_minutes: plain('Minutes that pieces wait for a payment'),
      transfer_days: plain('Days that pieces wait for a transfer'),
      legal_name: plain('Name on invoices'),
      gstin: plain('GSTIN'),
      state: plain('State of the shop'),
      note: plain('Note on invoices'),
      low_at: plain('Low in stock from pieces'),
    },
  },
]
