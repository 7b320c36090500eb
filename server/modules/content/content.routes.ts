import {
  createPage,
  deletePage,
  getAdminPage,
  getAdminPages,
  previewPage,
  updatePage,
} from '#contract/content/admin-page.ts'
import { getContentPage } from '#contract/content/content-page.ts'
import { links } from '#contract/links.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff, findVersion } from '#server/modules/audit/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { findPage, listPages } from './admin-page.queries.ts'
import { findContentPage } from './content-page.queries.ts'
import { createContentPage, deleteContentPage, updateContentPage } from './content-page.writes.ts'
import { markdownToHtml } from './markdown.ts'
import { withPolicies } from './policy-texts.ts'

export const contentRoutes = [
  route(getContentPage, async (input, { db, shop }) => {
    const page = await findContentPage(db, shop.shopId, input.slug)
    if (!page) throw pageNotFound()
    const { slug, title, body, updated_at } = page
    const html = markdownToHtml(await withPolicies(db, shop, body))
    return { data: { slug, title, html, updated_at: updated_at.toISOString() } }
  }),

  route(getAdminPages, async (filter, { db, shop }) => {
    const { data, total } = await listPages(db, shop.shopId, filter)
    return { data: data.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })), total }
  }),

  route(getAdminPage, async ({ id }, { db, shop }) => {
    const { shopId } = shop
    const version = await findVersion(db, shopId, { subject: 'content_page', subjectId: id })
    const [page, footer] = await Promise.all([findPage(db, shopId, id), findSettings(db, shop, 'footer')])
    if (!page) throw pageNotFound()
    const path = links.page(page.slug)
    const linked = footer.groups.some((group) => group.links.some(({ to }) => to === path))
    return { data: { ...page, updated_at: page.updated_at.toISOString(), linked, version } }
  }),

  personalRoute(createPage, async (input, context) => {
    const id = await asStaff(context, (tx, write) => createContentPage(tx, write, input))
    return { data: { id }, message: 'Page created' }
  }),

  personalRoute(updatePage, async ({ id, ...changes }, context) => {
    await asStaff(context, (tx, write) => updateContentPage(tx, write, id, changes))
    return { message: 'Page saved' }
  }),

  personalRoute(deletePage, async ({ id }, context) => {
    await asStaff(context, (tx, write) => deleteContentPage(tx, write, id))
    return { message: 'Page deleted' }
  }),

  personalRoute(previewPage, async ({ body }, { db, shop }) => ({
    data: { html: markdownToHtml(await withPolicies(db, shop, body)) },
  })),
]

const pageNotFound = () => new AppError(404, 'page_not_found', 'Page not found')
