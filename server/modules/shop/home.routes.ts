import { getHomeSettings, updateFooter, updateSections, updateTagline } from '#contract/home.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff, findVersion } from '#server/modules/journal/index.ts'
import { findSettingsToEdit, updateSettings } from '#server/modules/settings/index.ts'
import { updateShop } from './shop.writes.ts'

export const homeRoutes = [
  route(getHomeSettings, async (_input, { db, shop }) => {
    const [ofShop, home, footer] = await Promise.all([
      findVersion(db, shop.configId, { subject: 'shop', subjectId: shop.configId }),
      findSettingsToEdit(db, shop, 'home'),
      findSettingsToEdit(db, shop, 'footer'),
    ])
    const { version, ...sections } = home
    const versions = { tagline: ofShop, sections: version, footer: footer.version }
    return { data: { tagline: shop.tagline, sections, footer: footer.groups, versions } }
  }),

  personalRoute(updateTagline, async (changes, context) => {
    await asStaff(context, (tx, write) => updateShop(tx, write, changes))
    return { message: 'The tagline is saved' }
  }),

  personalRoute(updateSections, async ({ version, ...sections }, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'home', sections, version))
    return { message: 'The home page is saved' }
  }),

  personalRoute(updateFooter, async ({ groups, version }, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'footer', { groups }, version))
    return { message: 'The footer is saved' }
  }),
]
