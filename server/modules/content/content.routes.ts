import { getContentPage } from '#contract/content-page.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { findContentPage } from './content-page.queries.ts'
import { htmlOf } from './markdown.ts'

export const contentRoutes = [
  route(getContentPage, async (input, { db, shop }) => {
    const page = await findContentPage(db, shop.configId, input.slug)
    if (!page) throw new AppError(404, 'page_not_found', 'There is no such page')
    const { slug, title, body, updated_at } = page
    return { data: { slug, title, html: htmlOf(body), updated_at: updated_at.toISOString() } }
  }),
]
