import type { z } from 'zod'
import { giftCardClass, taxClasses } from '#contract/tax/tax-rate.ts'
import { getTaxClasses, getTaxRate, getTaxRates, saveTaxRates } from '#contract/tax/tax.ts'
import { personalRoute, type ShopContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { enteredToMinor, toMajor, toMinor } from '#server/modules/pricing/index.ts'
import {
  findSettings,
  findSettingsToEdit,
  findTaxation,
  updateSettings,
  type Settings,
  type TaxationSettings,
} from '#server/modules/settings/index.ts'
import { requirePastConfirmed } from './past-orders.queries.ts'
import { placeOf } from './place.ts'
import { sellerState, taxNames } from './place-of-supply.ts'
import { taxPresets } from './presets.ts'
import { dayIn, rateFor } from './rate.rules.ts'
import { rateTable, taxRulesFor } from './tax-rules.ts'

/** Tax rates and classes, for staff. */
export const taxRoutes = [
  personalRoute(getTaxRate, async (query, { db, shop }) => ({
    data: answerRate(await findTaxation(db, shop), shop, query),
  })),

  personalRoute(getTaxRates, async (_input, { db, shop }) => {
    const settings = await findSettingsToEdit(db, shop, 'tax_rates')
    return {
      data: {
        ...inMajor(settings, shop),
        version: settings.version,
        presets: [...taxPresets],
        // Gift cards have no rates.
        allClasses: [...taxClasses.filter(({ code }) => code !== giftCardClass), ...settings.classes],
      },
    }
  }),

  personalRoute(saveTaxRates, async ({ confirmed, version, ...sent }, context) => {
    const { db, shop } = context
    const wanted = inMinor(sent, shop)
    if (!confirmed) await requirePastConfirmed(db, shop, wanted)
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'tax_rates', wanted, version))
    return { message: 'Tax rates saved' }
  }),

  personalRoute(getTaxClasses, async (_input, { db, shop }) => {
    const { classes } = await findSettings(db, shop, 'tax_rates')
    return { data: [...taxClasses, ...classes] }
  }),
]

type Query = z.output<typeof getTaxRate.input>

/** The rate of the place itself, and what this shop charges there. Both come from the code that orders use. */
function answerRate(settings: TaxationSettings, shop: ShopContext, query: Query) {
  const place = placeOf(query)
  const price = toMinor(query.price, shop.currency)
  const day = query.day ?? dayIn(shop.timeZone, new Date())
  const table = rateTable(settings, shop, place.country)
  const found = rateFor(table, { taxClass: query.class, place, price, day })
  // The price of the question has no tax, whatever the catalogue has.
  const net = { ...settings, tax: { ...settings.tax, prices_include: false } }
  const rules = taxRulesFor(net, shop, place, day)
  const charged = rules.rateOf({ gst: 0, taxClass: query.class }, price)
  const seller = { state: sellerState(settings.invoice), gstin: settings.invoice.gstin }
  const names = settings.tax.country === 'IN' && rules.note === '' ? taxNames(seller, place) : [rules.name]
  return {
    rate: found.rate / 10_000,
    why: found.why,
    charged: {
      rate: charged.rate / 10_000,
      why: charged.why,
      parts:
        charged.rate > 0 ? names.map((name) => ({ name, rate: charged.rate / 10_000 / names.length })) : [],
      note: rules.note,
    },
  }
}

type RateSettings = Pick<Settings<'tax_rates'>, 'classes' | 'rates'>

function inMajor({ classes, rates }: RateSettings, { currency }: ShopContext): RateSettings {
  return withAmounts({ classes, rates }, (minor) => toMajor(minor, currency))
}

/** AppError 400 for an amount that is too large, or has too many decimals. */
function inMinor({ classes, rates }: RateSettings, { currency }: ShopContext): RateSettings {
  return withAmounts({ classes, rates }, (major, path) => enteredToMinor(major, currency, path))
}

function withAmounts(
  { classes, rates }: RateSettings,
  convert: (amount: number, path: string) => number,
): RateSettings {
  const orNull = (value: number | null, path: string) => (value === null ? null : convert(value, path))
  return {
    classes,
    rates: rates.map((rate, i) => ({
      ...rate,
      over: orNull(rate.over, `rates.${i}.over`),
      upTo: orNull(rate.upTo, `rates.${i}.upTo`),
    })),
  }
}
