import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/caller.ts'
import { tooMany } from '#server/http/rate-limit.ts'

/** Comments that one account may post within any hour. */
const mostAnHour = 10

/** The name of an account. AppError 401 where it has been deleted meanwhile. */
export async function authorName(tx: Transaction, configId: number, userId: number): Promise<string> {
  const author = await tx
    .selectFrom('app_user')
    .select('full_name')
    .where('config_id', '=', configId)
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!author) throw notSignedIn()
  return author.full_name
}

/**
 * Refuses the eleventh comment within an hour with AppError 429. The account is locked until the transaction ends, so
 * that comments posted at once are counted one after another.
 */
export async function requireFewComments(tx: Transaction, configId: number, userId: number): Promise<void> {
  await sql`select from app_user where config_id = ${configId} and id = ${userId} for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - now()))::int as wait from comment
    where config_id = ${configId} and user_id = ${userId} and created_at > now() - interval '1 hour'
    order by created_at desc
    offset ${mostAnHour - 1} limit 1`.execute(tx)
  const [tenth] = rows
  if (tenth) throw tooMany(Math.max(1, tenth.wait))
}
