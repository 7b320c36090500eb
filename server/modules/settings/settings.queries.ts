import { sql } from 'kysely'
import { settingSubjects } from '#contract/settings/settings.ts'
import { prepared, type Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import type { ShippingRule } from '#server/modules/pricing/index.ts'
import { fieldsOf, settingsOf, type Group, type Settings } from './groups.ts'

type ShopKey = Pick<ShopContext, 'shopId' | 'currency'>

/** Reads one group of settings. Amounts are minor units. */
export async function findSettings<G extends Group>(
  db: Database,
  { shopId, currency }: ShopKey,
  group: G,
): Promise<Settings<G>> {
  const keys = fieldsOf(group).map((field) => `${group}.${field}`)
  return settingsOf(group, currency, await listSettingRows(db, shopId, keys))
}

/** Reads one group with its version, for a form. */
export async function findSettingsToEdit<G extends Group>(
  db: Database,
  shop: ShopKey,
  group: G,
): Promise<Settings<G> & { version: number }> {
  // Reads the version first, so that a write in between is refused and not overwritten.
  const version = await findVersion(db, shop.shopId, settingSubjects[group])
  return { ...(await findSettings(db, shop, group)), version }
}

/** The settings that tax depends on. */
export interface TaxationSettings {
  tax: Settings<'tax'>
  /** Amounts in minor units. */
  rates: Settings<'tax_rates'>
  invoice: Settings<'invoice'>
  /** The countries that the shop delivers to. */
  countries: readonly string[]
}

const keysOf = (...groups: Group[]) =>
  groups.flatMap((group) => fieldsOf(group).map((field) => `${group}.${field}`))

const taxationKeys = [...keysOf('tax', 'tax_rates', 'invoice'), 'checkout.countries']

type SettingRows = Awaited<ReturnType<typeof listSettingRows>>

const taxSettingsOf = (currency: string, rows: SettingRows): TaxationSettings => ({
  tax: settingsOf('tax', currency, rows),
  rates: settingsOf('tax_rates', currency, rows),
  invoice: settingsOf('invoice', currency, rows),
  countries: settingsOf('checkout', currency, rows).countries,
})

/** Reads what tax depends on. */
export async function findTaxation(db: Database, { shopId, currency }: ShopKey): Promise<TaxationSettings> {
  return taxSettingsOf(currency, await listSettingRows(db, shopId, taxationKeys))
}

/** The settings that the cost of a cart depends on. */
export interface PriceRules {
  /** Minor units. */
  shipping: ShippingRule
  taxation: TaxationSettings
}

const priceKeys = ['shipping.flat', 'shipping.free_from', ...taxationKeys]

/** Reads what a cart needs, without the zones: they depend on an address. */
export async function findPriceRules(db: Database, { shopId, currency }: ShopKey): Promise<PriceRules> {
  const rows = await listSettingRows(db, shopId, priceKeys)
  const { flat, free_from: freeFrom } = settingsOf('shipping', currency, rows)
  return { shipping: { flat, freeFrom }, taxation: taxSettingsOf(currency, rows) }
}

/** All settings that a checkout depends on. Amounts are minor units. */
export interface CheckoutRules {
  shipping: Settings<'shipping'>
  checkout: Settings<'checkout'>
  payment: Settings<'payment'>
  taxation: TaxationSettings
  pricesIncludeTax: boolean
  /** Ids of the staff to be notified of a new order. */
  notifiedStaff: readonly number[]
}

const checkoutKeys = keysOf('shipping', 'checkout', 'payment', 'tax', 'tax_rates', 'invoice', 'notifications')

export async function findCheckoutRules(db: Database, { shopId, currency }: ShopKey): Promise<CheckoutRules> {
  const rows = await listSettingRows(db, shopId, checkoutKeys)
  const taxation = taxSettingsOf(currency, rows)
  return {
    shipping: settingsOf('shipping', currency, rows),
    checkout: settingsOf('checkout', currency, rows),
    payment: settingsOf('payment', currency, rows),
    taxation,
    pricesIncludeTax: taxation.tax.prices_include,
    notifiedStaff: settingsOf('notifications', currency, rows).order_placed,
  }
}

async function listSettingRows(db: Database, shopId: number, keys: readonly string[]) {
  const { rows } = await prepared(
    'list_settings',
    sql<{ key: string; value: unknown }>`
    select key, value from setting where config_id = ${shopId} and key = any(${keys})`,
  ).execute(db)
  return rows
}
