import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'

export interface ContentPageInput {
  /** One or two parts: about, help/shipping. A taken slug is AppError 409. */
  slug: string
  title: string
  /** Markdown. */
  body: string
}

const pages = recordWrites({
  table: 'content_page',
  columns: { slug: 'slug', title: 'title', body: 'body' },
  missing: () => new AppError(404, 'not_found', 'Page not found'),
  violations: {
    content_page_config_id_slug_key: ({ slug }) =>
      new AppError(409, 'slug_taken', `The URL “${slug}” is already in use`),
    category_size_guide_fkey: ({ title }) => isSizeGuide(title, 'categories'),
    subcategory_size_guide_fkey: ({ title }) => isSizeGuide(title, 'subcategories'),
  },
})

const isSizeGuide = (title: string, users: string) =>
  new AppError(409, 'in_use', `“${title}” is the size guide of ${users}. Choose another one for them first.`)

/** Reads and locks a page. Throws AppError 404. */
export const lockContentPage = pages.lock

/** Adds a page and returns its id. Undoing a deletion passes the `formerId`. */
export async function createContentPage(
  tx: Transaction,
  context: WriteContext,
  input: ContentPageInput,
  formerId?: number,
): Promise<number> {
  return pages.create(tx, context, validate(input), formerId)
}

/** Changes the given fields of a page. Throws AppError 404, and 409 if it changed after `version`. */
export async function updateContentPage(
  tx: Transaction,
  context: WriteContext,
  id: number,
  changes: Partial<ContentPageInput> & { version?: number | undefined },
): Promise<void> {
  const before = await pages.lockVersion(tx, context, id, changes.version)
  const { slug = before.slug, title = before.title, body = before.body } = changes
  const after = validate({ slug, title, body })
  await pages.update(tx, context, id, { before, after, set: { updated_at: sql`now()` } })
  if (slug !== before.slug) await keepFormerSlug(tx, context.shopId, id, before.slug)
}

/** Makes the former slug redirect to the page. */
async function keepFormerSlug(tx: Transaction, shopId: number, id: number, slug: string): Promise<void> {
  await tx
    .insertInto('content_page_history')
    .values({ config_id: shopId, slug, page_id: id })
    .onConflict((conflict) =>
      conflict.columns(['config_id', 'slug']).doUpdateSet({ page_id: id, replaced_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Deletes a page. Throws AppError 404. */
export async function deleteContentPage(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await pages.remove(tx, context, id, await lockContentPage(tx, context.shopId, id))
}

function validate({ slug, body, ...page }: ContentPageInput) {
  const title = page.title.trim()
  const part = '[a-z0-9]+(-[a-z0-9]+)*'
  const issues = []
  if (!new RegExp(`^${part}(/${part})?$`).test(slug) || slug.length > 120) {
    issues.push({
      path: 'slug',
      message: 'Use lowercase letters, digits, hyphens and at most one slash',
    })
  }
  if (!title || title.length > 200)
    issues.push({ path: 'title', message: 'Enter a title of up to 200 characters' })
  if (body.length > 100_000)
    issues.push({ path: 'body', message: 'A page can have up to 100,000 characters' })
  if (issues[0]) throw new AppError(400, 'invalid_input', issues[0].message, issues)
  return { slug, title, body }
}
