import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { makeToken } from '#server/platform/secret-token.ts'

/** Returns the share token of a wishlist, and creates it if there is none. */
export async function share(tx: Transaction, shopId: number, shopperId: number): Promise<string> {
  const { token } = await tx
    .updateTable('shopper')
    .set({ share_token: sql`coalesce(share_token, ${makeToken()})` })
    .where('config_id', '=', shopId)
    .where('id', '=', shopperId)
    .returning(sql<string>`share_token`.as('token'))
    .executeTakeFirstOrThrow()
  return token
}

/** Revokes the share token, if there is one. */
export async function unshare(tx: Transaction, shopId: number, shopperId: number): Promise<void> {
  await tx
    .updateTable('shopper')
    .set({ share_token: null })
    .where('config_id', '=', shopId)
    .where('id', '=', shopperId)
    .execute()
}

/** Moves the share token only to a shopper without a wishlist: otherwise it would reveal items that were never shared. */
export async function moveShare(tx: Transaction, shopId: number, from: number, to: number): Promise<void> {
  const { token } = await tx
    .selectFrom('shopper')
    .select('share_token as token')
    .where('config_id', '=', shopId)
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  if (token === null) return
  await unshare(tx, shopId, from)
  await sql`
    update shopper s set share_token = ${token}
    where s.config_id = ${shopId} and s.id = ${to} and s.share_token is null and not exists (
      select from wishlist_item i where i.config_id = s.config_id and i.shopper_id = s.id
    )`.execute(tx)
}
