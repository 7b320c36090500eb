import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { makeToken } from '#server/http/secret-token.ts'

/** The token by which others can read the wishlist of a shopper: the one that exists, or a new one. */
export async function share(tx: Transaction, configId: number, shopperId: number): Promise<string> {
  const { token } = await tx
    .updateTable('shopper')
    .set({ share_token: sql`coalesce(share_token, ${makeToken()})` })
    .where('config_id', '=', configId)
    .where('id', '=', shopperId)
    .returning(sql<string>`share_token`.as('token'))
    .executeTakeFirstOrThrow()
  return token
}

/** Ends the token, if there is one. */
export async function unshare(tx: Transaction, configId: number, shopperId: number): Promise<void> {
  await tx
    .updateTable('shopper')
    .set({ share_token: null })
    .where('config_id', '=', configId)
    .where('id', '=', shopperId)
    .execute()
}

/** The token goes along to a shopper who has no wishlist yet. To anybody else it would show what was never shared. */
export async function moveShare(tx: Transaction, configId: number, from: number, to: number): Promise<void> {
  const { token } = await tx
    .selectFrom('shopper')
    .select('share_token as token')
    .where('config_id', '=', configId)
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  if (token === null) return
  await unshare(tx, configId, from)
  await sql`
    update shopper s set share_token = ${token}
    where s.config_id = ${configId} and s.id = ${to} and s.share_token is null and not exists (
      select from wishlist_item i where i.config_id = s.config_id and i.shopper_id = s.id
    )`.execute(tx)
}
