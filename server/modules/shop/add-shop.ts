import type { Database } from '#server/db/connect.ts'
import { StartError } from '#server/start-error.ts'

/**
 * Adds a shop that opens at `host`, with the roles that every shop has; answers its `config_id`. A host that opens a
 * shop of the same name already is left as it is. Throws a `StartError` that says what is wrong with name or host.
 */
export async function addShop(db: Database, input: { name: string; host: string }): Promise<number> {
  const name = input.name.trim()
  const host = input.host.trim().toLowerCase()
  if (name.length < 1 || name.length > 200)
    throw new StartError('The name of a shop has 1 to 200 characters.')
  if (!isHost(host)) {
    throw new StartError(
      `"${input.host}" is not the name of a host, as in shop.example.com (no https://, no port).`,
    )
  }
  return db.transaction().execute(async (tx) => {
    const there = await tx
      .selectFrom('shop_host')
      .innerJoin('shop', 'shop.config_id', 'shop_host.config_id')
      .select(['shop.config_id', 'shop.name'])
      .where('host', '=', host)
      .executeTakeFirst()
    if (there?.name === name) return there.config_id
    if (there) throw new StartError(`${host} opens the shop "${there.name}" already.`)
    const { config_id } = await tx
      .insertInto('shop')
      .values({ name })
      .returning('config_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('shop_host').values({ host, config_id }).execute()
    return config_id
  })
}

const isHost = (host: string) =>
  host.length <= 253 && host.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
