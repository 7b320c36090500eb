import { visibleText } from '#contract/visible-text.ts'
import type { Database } from '#server/db/connect.ts'
import { StartError } from '#server/start-error.ts'

/**
 * Adds a shop at `host` and returns its `config_id`. If a shop of the same name already uses the host, nothing changes.
 * Throws a `StartError` for an invalid name or host.
 */
export async function addShop(db: Database, input: { name: string; host: string }): Promise<number> {
  const name = visibleText(input.name).trim()
  const host = input.host.trim().toLowerCase()
  if (name.length < 1 || name.length > 200)
    throw new StartError('The name of a shop must have 1 to 200 characters.')
  if (!isHost(host)) {
    throw new StartError(
      `"${input.host}" is not a host name such as shop.example.com (without https:// and port).`,
    )
  }
  return db.transaction().execute(async (tx) => {
    const existing = await tx
      .selectFrom('shop_host')
      .innerJoin('shop', 'shop.config_id', 'shop_host.config_id')
      .select(['shop.config_id', 'shop.name'])
      .where('host', '=', host)
      .executeTakeFirst()
    if (existing?.name === name) return existing.config_id
    if (existing) throw new StartError(`${host} already belongs to the shop "${existing.name}".`)
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
