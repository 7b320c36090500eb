import { getHomeSettings, updateFooter, updateSections, updateTagline } from '#contract/settings/home.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff, findVersion } from '#server/modules/audit/index.ts'
import { findSettingsToEdit, updateSettings } from '#server/modules/settings/index.ts'
import { updateShop } from './shop.writes.ts'

export const homeRoutes = [
  route(getHomeSettings, async (_input, { db, shop }) => {
    const [shopVersion, home, footer] = await Promise.all([
      findVersion(db, shop.shopId, { subject: 'shop', subjectId: shop.shopId }),
      findSettingsToEdit(db, shop, 'home'),
      findSettingsToEdit(db, shop, 'footer'),
    ])
    const { version, ...sections } = home
    const versions = { tagline: shopVersion, sections: version, footer: footer.version }
    return { data: { tagline: shop.tagline, sections, footer: footer.groups, versions } }
  }),

  personalRoute(updateTagline, async (changes, context) => {
    await asStaff(context, (tx, write) => updateShop(tx, write, changes))
    return { message: 'Tagline saved' }
  }),

  personalRoute(updateSections, async ({ version, ...sections }, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'home', sections, version))
    return { message: 'Home page saved' }
  }),

  personalRoute(updateFooter, async ({ groups, version }, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'footer', { groups }, version))
    return { message: 'Footer saved' }
  }),
]
