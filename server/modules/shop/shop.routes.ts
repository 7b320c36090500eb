import { getShop } from '#contract/shop.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from '#contract/shop-settings.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { addPictures } from '#server/modules/catalog/index.ts'
import { asStaff, findVersion } from '#server/modules/journal/index.ts'
import { storePicture } from '#server/platform/images.ts'
import { requireConfirmed } from './currency.ts'
import { homeRoutes } from './home.routes.ts'
import { findContact, findPriced } from './shop.queries.ts'
import { updateShop } from './shop.writes.ts'

export const shopRoutes = [
  route(getShop, async (_input, { db, shop: { configId, name, tagline, currency, locale, timeZone } }) => ({
    data: { configId, name, tagline, currency, locale, timeZone, ...(await findContact(db, configId)) },
  })),

  route(getShopSettings, async (_input, { db, shop }) => {
    const { configId, name, timeZone, currency, locale } = shop
    const version = await findVersion(db, configId, { subject: 'shop', subjectId: configId })
    const [contact, { products }] = await Promise.all([findContact(db, configId), findPriced(db, configId)])
    return { data: { name, timeZone, currency, locale, ...contact, products, version } }
  }),

  personalRoute(updateShopSettings, async ({ removeLogo, ...changes }, context) => {
    const stored = await storeLogo(context)
    const logo = stored?.file ?? (removeLogo ? null : undefined)
    await asStaff(context, async (tx, write) => {
      if (stored) await addPictures(tx, write.configId, [stored])
      await updateShop(tx, write, { ...changes, logo })
    })
    return { message: 'The shop is saved' }
  }),

  personalRoute(updateCurrency, async ({ confirmed, version, ...changes }, context) => {
    await asStaff(context, async (tx, write) => {
      if (!confirmed) await requireConfirmed(tx, write.configId, changes.currency)
      await updateShop(tx, write, { ...changes, version })
    })
    return { message: 'The currency is saved' }
  }),

  ...homeRoutes,
]

async function storeLogo({ files, storage }: PersonalContext) {
  const [bytes] = files['logo'] ?? []
  return bytes && storePicture(storage, bytes)
}
