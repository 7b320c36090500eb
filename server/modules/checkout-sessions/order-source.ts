import { sql, type RawBuilder } from 'kysely'

/** SQL for the host of a platform's profile, which is its name for people. `alias` is that of `agent_platform`. */
export const platformHost = (alias: string): RawBuilder<string> =>
  sql<string>`substring(${sql.ref(`${alias}.profile_url`)} from '^https?://([^/?#]+)')`

/** SQL for the platform through which an order came; null: the pages of the shop, or staff. `alias` is that of `shop_order`. */
export const orderSource = (alias: string): RawBuilder<string | null> => sql<string | null>`(
  select ${platformHost('source')} from agent_platform source
  where source.config_id = ${sql.ref(`${alias}.config_id`)} and source.id = ${sql.ref(`${alias}.agent_platform_id`)})`
