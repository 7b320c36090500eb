import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import { tooManyTries } from '#server/http/limits/rate-limit.ts'

const MAX_COMMENTS_PER_HOUR = 10

/** Stops repeated deleting and posting, which `requireCommentQuota` cannot see. Throws AppError 429. */
export async function takeCommentLimit({ services, shop, caller }: PersonalContext): Promise<void> {
  await services.limits.take(`comment:${shop.shopId}:${caller?.userId}`, { burst: 20, seconds: 180 })
}

/** Reads the name of an account. Throws AppError 401 if it was deleted. */
export async function authorName(tx: Transaction, shopId: number, userId: number): Promise<string> {
  const author = await tx
    .selectFrom('app_user')
    .select('full_name')
    .where('config_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!author) throw notSignedIn()
  return author.full_name
}

/**
 * Throws AppError 429 for the eleventh comment within an hour. The account stays locked until the transaction ends, so
 * that concurrent comments are counted one by one.
 */
export async function requireCommentQuota(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await sql`select from app_user where config_id = ${shopId} and id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ waitSeconds: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - now()))::int as "waitSeconds" from comment
    where config_id = ${shopId} and user_id = ${userId} and created_at > now() - interval '1 hour'
    order by created_at desc
    offset ${MAX_COMMENTS_PER_HOUR - 1} limit 1`.execute(tx)
  const [tenth] = rows
  if (tenth) throw tooManyTries(Math.max(1, tenth.waitSeconds))
}
