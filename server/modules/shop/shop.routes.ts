import { getShop } from '#contract/shop/shop.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from '#contract/shop/shop-settings.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { addImages } from '#server/modules/catalog/index.ts'
import { asStaff, findVersion } from '#server/modules/audit/index.ts'
import { walletProvider } from '#server/modules/payment-accounts/index.ts'
import { minorDigits, toMajor, toMinor } from '#server/modules/pricing/index.ts'
import { findTaxation } from '#server/modules/settings/index.ts'
import { taxNameOf } from '#server/modules/tax/index.ts'
import { queueSizes } from '#server/platform/image-sizes/image-queue.writes.ts'
import { storeImage } from '#server/platform/images.ts'
import { homeRoutes } from './home.routes.ts'
import { findContact, findPricedProducts } from './shop.queries.ts'
import { updateShop } from './shop.writes.ts'

export const shopRoutes = [
  route(getShop, async (_input, { db, shop, services }) => {
    const { shopId, name, tagline, currency, locale, timeZone } = shop
    const [contact, { tax, countries }, { offered }] = await Promise.all([
      findContact(db, shopId),
      findTaxation(db, shop),
      services.online.ofShop(db, shopId),
    ])
    const stripeKey = walletProvider(offered, currency)?.publishableKey
    const names = { configId: shopId, name, tagline, currency, locale, timeZone }
    return {
      data: {
        ...names,
        ...contact,
        pricesIncludeTax: tax.prices_include,
        countries: [...countries],
        taxName: taxNameOf(tax.country),
        ...(stripeKey !== undefined && { stripeKey }),
        sendsEmail: services.sendsEmail,
      },
    }
  }),

  route(getShopSettings, async (_input, { db, shop }) => {
    const { shopId, name, timeZone, currency, locale } = shop
    const version = await findVersion(db, shopId, { subject: 'shop', subjectId: shopId })
    const [contact, { products }] = await Promise.all([
      findContact(db, shopId),
      findPricedProducts(db, shopId),
    ])
    return { data: { name, timeZone, currency, locale, ...contact, products, version } }
  }),

  personalRoute(updateShopSettings, async ({ removeLogo, ...changes }, context) => {
    const stored = await storeLogo(context)
    const logo = stored?.file ?? (removeLogo ? null : undefined)
    await asStaff(context, async (tx, write) => {
      if (stored) {
        await addImages(tx, write.shopId, [stored])
        later(tx, queueSizes(tx, [stored]))
      }
      await updateShop(tx, write, { ...changes, logo })
    })
    return { message: 'Shop saved' }
  }),

  personalRoute(updateCurrency, async ({ confirmed, version, ...changes }, context) => {
    await asStaff(context, async (tx, write) => {
      if (!confirmed) await requireCurrencyConfirmed(tx, write.shopId, changes.currency)
      await updateShop(tx, write, { ...changes, version })
    })
    return { message: 'Currency saved' }
  }),

  ...homeRoutes,
]

async function storeLogo({ files, services }: PersonalContext) {
  const [bytes] = files['logo'] ?? []
  return bytes && storeImage(services.storage, bytes)
}

/**
 * Throws AppError 409 `confirm_currency` if products have prices: amounts are not converted by a rate, and the message shows an
 * example.
 */
async function requireCurrencyConfirmed(tx: Transaction, shopId: number, currency: string): Promise<void> {
  const shop = await tx
    .selectFrom('shop')
    .select(['currency', 'locale'])
    .where('config_id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (shop.currency === currency) return
  const { products, example } = await findPricedProducts(tx, shopId)
  if (products === 0 || example === null) return
  const amount = toMajor(example, shop.currency)
  const format = (code: string) =>
    new Intl.NumberFormat(shop.locale, { style: 'currency', currency: code }).format(
      toMajor(toMinor(amount, code), code),
    )
  const kept = products === 1 ? '1 product keeps its price' : `${products} products keep their prices`
  const isRounded = minorDigits(currency) < minorDigits(shop.currency)
  const rounding = isRounded ? ' Amounts are rounded, and changing back does not restore them.' : ''
  throw new AppError(
    409,
    'confirm_currency',
    `Changing the currency doesn’t convert prices. ${kept}: what costs ${format(shop.currency)} now will cost ${format(currency)}. Delivery rates and coupons keep their numbers, too.${rounding}`,
  )
}
