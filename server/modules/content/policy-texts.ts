import { countryName } from '#contract/orders/address/country-names.ts'
import { fillPlaceholders, type Placeholder } from '#contract/content/placeholders.ts'
import { indianStates } from '#contract/orders/address/india.ts'
import { weekdayName, type ShippingZone } from '#contract/orders/delivery/shipping.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { taxNameOf } from '#server/modules/tax/index.ts'
import {
  findCheckoutRules,
  findSettings,
  type CheckoutRules,
  type Settings,
} from '#server/modules/settings/index.ts'

type Shop = Pick<ShopContext, 'shopId' | 'currency' | 'locale'>

/** The settings that pages can show. */
interface Policies extends Pick<
  CheckoutRules,
  'shipping' | 'checkout' | 'payment' | 'pricesIncludeTax' | 'taxation'
> {
  returns: Settings<'returns'>
  retention: Settings<'retention'>
  shop: Shop
}

/** Replaces the placeholders of a page with Markdown that the current settings make. Text without any reads no settings. */
export async function withPolicies(db: Database, shop: Shop, body: string): Promise<string> {
  if (!body.includes('{{')) return body
  const [rules, returns, retention] = await Promise.all([
    findCheckoutRules(db, shop),
    findSettings(db, shop, 'returns'),
    findSettings(db, shop, 'retention'),
  ])
  const policies = { ...rules, returns, retention, shop }
  return fillPlaceholders(body, (name) => texts[name](policies))
}

const texts: Record<Placeholder, (policies: Policies) => string> = {
  'shipping.zones': zoneTable,
  'shipping.free': ({ shipping: { free_from: from }, shop }) =>
    from === null
      ? 'Delivery always has its price.'
      : `Delivery is free for orders of ${money(from, shop)} or more.`,
  'shipping.days': ({ shipping: { days_from: from, days_to: to } }) => range(from, to),
  'shipping.express': ({ shipping, shop }) =>
    shipping.express_amount === null
      ? 'We don’t offer express delivery.'
      : `Express delivery costs ${money(shipping.express_amount, shop)} and takes ${days(shipping.express_from, shipping.express_to)}.`,
  'shipping.cutoff': ({ shipping: { cutoff_hour: hour, weekdays } }) => {
    const working = list(weekdays.toSorted((a, b) => a - b).map(weekdayName))
    const packed =
      hour === 0
        ? 'Orders are packed on the next working day.'
        : `Orders placed before ${hourText(hour)} are packed the same day.`
    return `${packed} We pack and deliver on ${working}, except on our days off.`
  },
  'shipping.countries': ({ checkout }) => list(checkout.countries.map(countryName)),
  'tax.prices': ({ pricesIncludeTax, taxation }) => {
    const name = taxNameOf(taxation.tax.country)
    return pricesIncludeTax ? `Prices include ${name}.` : `${name} is added to prices in the cart.`
  },
  'payment.methods': methodList,
  'payment.cash': cashText,
  'payment.transfer': ({ payment, checkout: { transfer_days: limit } }) =>
    payment.bank_transfer || payment.upi
      ? `You can pay by ${[payment.bank_transfer && 'bank transfer', payment.upi && 'UPI'].filter(Boolean).join(' or ')}. We reserve your items for ${count(limit, 'day')} and ship once your payment arrives.`
      : 'Not available at the moment.',
  'returns.days': ({ returns }) => String(returns.days),
  'returns.terms': ({ returns: { days: limit, paid_by: payer } }) =>
    limit === 0
      ? 'We don’t take items back, unless they are faulty.'
      : `You can return items within ${count(limit, 'day')} of delivery. ${payer === 'shop' ? 'We pay' : 'You pay'} for return shipping.`,
  'retention.visitors': ({ retention }) => count(retention.visitor_days, 'day'),
  'retention.emails': ({ retention }) => count(retention.email_days, 'day'),
}

/** A list of the ways to pay that are on. Cards depend on the installation, so the page names them itself. */
function methodList({ payment, checkout, ...policies }: Policies): string {
  const { bank_transfer: transfer, upi } = payment
  const reserved = `We reserve your items for ${count(checkout.transfer_days, 'day')} and ship once your payment arrives.`
  const items = [
    payment.cod && `**Cash on delivery.** ${cashText({ payment, checkout, ...policies })}`,
    transfer && `**Bank transfer.** We send you our bank details. ${reserved}`,
    upi && `**UPI.** Pay with any UPI app. ${reserved}`,
  ].filter(Boolean)
  return items.length > 0 ? `\n\n${items.map((item) => `- ${item}`).join('\n')}\n\n` : ''
}

function cashText({
  payment: { cod, cod_min: least, cod_max: limit, cod_fee: fee, cod_deposit: deposit },
  shipping: { zones },
  shop,
}: Policies): string {
  if (!cod) return 'Not available at the moment.'
  const limits = [
    ...(least === null ? [] : [`from ${money(least, shop)}`]),
    ...(limit === null ? [] : [`up to ${money(limit, shop)}`]),
  ]
  const upTo = limits.length > 0 ? `for orders ${limits.join(' ')}` : ''
  const costs = fee > 0 ? ` Its fee of ${money(fee, shop)} is shown at checkout.` : ''
  const before = deposit === 'off' ? '' : ' Checkout shows the deposit that you pay online before.'
  const without = zones.filter(({ cash }) => !cash).map(({ name }) => escape(name))
  const except = without.length > 0 ? `, except in ${list(without)}` : ''
  return `Pay the courier in cash when your order arrives${upTo && `, ${upTo}`}${except}.${costs}${before}`
}

/** One row for each zone, in the order in which they apply, then everywhere else. */
function zoneTable({ shipping, shop }: Policies): string {
  const { zones, flat, free_from: freeFrom, days_from: from, days_to: to } = shipping
  const rows = zones.map((zone) => [
    escape(`${zone.name} (${placesOf(zone)})`),
    costOf(zone, shop),
    freeText(zone.freeFrom, shop),
    days(zone.days?.from ?? from, zone.days?.to ?? to),
  ])
  const everywhere = zones.length > 0 ? 'Everywhere else' : 'Everywhere'
  const table = [
    ['Where', 'Standard delivery', 'Free from', 'Time'],
    ['---', '---', '---', '---'],
    ...rows,
    [everywhere, money(flat, shop), freeText(freeFrom, shop), days(from, to)],
  ]
  return `\n\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`
}

function placesOf({ countries, states, pincodes }: ShippingZone): string {
  const codes = pincodes.map(({ from, to }) => (from === to ? from : `${from}–${to}`))
  const places = states.length > 0 ? states.map(stateName) : countries.map(countryName)
  return [...places, ...(codes.length > 0 ? [`PIN ${codes.join(', ')}`] : [])].join(', ')
}

function costOf({ rate }: ShippingZone, shop: Shop): string {
  if (rate.kind === 'flat') return money(rate.amount, shop)
  const limit = (upTo: number) => (rate.kind === 'weight' ? `${upTo} kg` : money(upTo, shop))
  return rate.steps
    .map(({ upTo, amount }) => `${upTo === null ? 'above' : `up to ${limit(upTo)}`}: ${money(amount, shop)}`)
    .join('; ')
}

const money = (minor: number, { currency, locale }: Shop) => formatMoney(minor, currency, locale)
const freeText = (minor: number | null, shop: Shop) => (minor === null ? 'never' : money(minor, shop))
const range = (from: number, to: number) => (from === to ? String(to) : `${from} to ${to}`)
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const days = (from: number, to: number) => `${range(from, to)} working ${to === 1 ? 'day' : 'days'}`
const list = (items: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(items)
const stateName = (state: string) => indianStates[state] ?? state

/** 1 to 24: "2 pm", "midnight". */
const hourText = (hour: number) =>
  hour === 24 ? 'midnight' : hour === 12 ? 'noon' : `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`

/** Text of the settings as plain text within Markdown and its tables. */
const escape = (text: string) => text.replace(/[\\`*_{}[\]()#+!|<>&~-]/g, String.raw`\$&`)
