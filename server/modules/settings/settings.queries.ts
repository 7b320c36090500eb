import { sql } from 'kysely'
import { settingSubjects } from '#contract/settings.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findVersion } from '#server/modules/journal/index.ts'
import type { ShippingRule } from '#server/modules/pricing/index.ts'
import { fieldsOf, settingsOf, type Group, type Settings } from './groups.ts'

type OfShop = Pick<ShopContext, 'configId' | 'currency'>

/** One group of settings, as it is in force. Amounts are minor units. */
export async function findSettings<G extends Group>(
  db: Database,
  { configId, currency }: OfShop,
  group: G,
): Promise<Settings<G>> {
  const keys = fieldsOf(group).map((field) => `${group}.${field}`)
  return settingsOf(group, currency, await listRows(db, configId, keys))
}

/** The same with its version, for who is going to change it. */
export async function findSettingsToEdit<G extends Group>(
  db: Database,
  shop: OfShop,
  group: G,
): Promise<Settings<G> & { version: number }> {
  // The version first: what is written in between is then refused, and not overwritten.
  const version = await findVersion(db, shop.configId, settingSubjects[group])
  return { ...(await findSettings(db, shop, group)), version }
}

/** What the cost of a cart depends on beside its lines. */
export interface PriceRules {
  /** Minor units. */
  shipping: ShippingRule
  pricesIncludeTax: boolean
}

const priceKeys = ['shipping.flat', 'shipping.free_from', 'tax.prices_include']

/** Reads no more than a cart needs: no zones, which follow from an address. */
export async function findPriceRules(db: Database, { configId, currency }: OfShop): Promise<PriceRules> {
  const rows = await listRows(db, configId, priceKeys)
  const { flat, free_from: freeFrom } = settingsOf('shipping', currency, rows)
  const { prices_include: pricesIncludeTax } = settingsOf('tax', currency, rows)
  return { shipping: { flat, freeFrom }, pricesIncludeTax }
}

/** Everything that a checkout follows from. Amounts are minor units. */
export interface CheckoutRules {
  shipping: Settings<'shipping'>
  checkout: Settings<'checkout'>
  payment: Settings<'payment'>
  pricesIncludeTax: boolean
  /** Ids of the staff that is told of a new order. */
  told: readonly number[]
}

const checkoutKeys = (['shipping', 'checkout', 'payment', 'tax', 'notifications'] as const).flatMap((group) =>
  fieldsOf(group).map((field) => `${group}.${field}`),
)

/** Reads them at once. */
export async function findCheckoutRules(
  db: Database,
  { configId, currency }: OfShop,
): Promise<CheckoutRules> {
  const rows = await listRows(db, configId, checkoutKeys)
  return {
    shipping: settingsOf('shipping', currency, rows),
    checkout: settingsOf('checkout', currency, rows),
    payment: settingsOf('payment', currency, rows),
    pricesIncludeTax: settingsOf('tax', currency, rows).prices_include,
    told: settingsOf('notifications', currency, rows).order_placed,
  }
}

async function listRows(db: Database, configId: number, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; value: unknown }>`/* planned once */
    select key, value from setting where config_id = ${configId} and key = any(${keys})`.execute(db)
  return rows
}
