import { sql } from 'kysely'
import { later, type Transaction, violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'

export interface ContentPageInput {
  /** One or two parts: about, help/shipping. A taken slug is AppError 409. */
  slug: string
  title: string
  /** Markdown. */
  body: string
}

/** Adds a page and returns its id. Undoing a deletion passes the `formerId`. */
export async function createContentPage(
  tx: Transaction,
  context: WriteContext,
  { slug, title, body }: ContentPageInput,
  formerId?: number,
): Promise<number> {
  const after = validate({ slug, title, body })
  const { id } = await tx
    .insertInto('content_page')
    .values({ config_id: context.shopId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowSlugTaken(slug))
  later(tx, record(tx, { ...context, action: 'create', subject: 'content_page', subjectId: id, after }))
  return id
}

/** Changes the given fields of a page. Throws AppError 404, and 409 if it changed after `version`. */
export async function updateContentPage(
  tx: Transaction,
  context: WriteContext,
  id: number,
  changes: Partial<ContentPageInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await lockVersion(
    tx,
    context,
    { subject: 'content_page', subjectId: id, version: changes.version },
    lockContentPage(tx, shopId, id),
  )
  const { slug = before.slug, title = before.title, body = before.body } = changes
  const after = validate({ slug, title, body })
  await tx
    .updateTable('content_page')
    .set({ ...after, updated_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(rethrowSlugTaken(slug))
  if (slug !== before.slug) await keepFormerSlug(tx, shopId, id, before.slug)
  later(
    tx,
    record(tx, { ...context, action: 'update', subject: 'content_page', subjectId: id, before, after }),
  )
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
  const { shopId } = context
  const before = await lockContentPage(tx, shopId, id)
  await tx.deleteFrom('content_page').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(tx, record(tx, { ...context, action: 'delete', subject: 'content_page', subjectId: id, before }))
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

/** Reads and locks a page. Throws AppError 404. */
export async function lockContentPage(tx: Transaction, shopId: number, id: number) {
  const row = await tx
    .selectFrom('content_page')
    .select(['slug', 'title', 'body'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'Page not found')
  return row
}

function rethrowSlugTaken(slug: string) {
  return (error: unknown): never => {
    if (violation(error)?.constraint !== 'content_page_config_id_slug_key') throw error
    throw new AppError(409, 'slug_taken', `The URL “${slug}” is already in use`)
  }
}
