import { sql, type RawBuilder } from 'kysely'

/** SQL that is true if the shop learns from clicks and orders. Its default is that of the settings. */
export const learnsFromClicks = (shopId: number): RawBuilder<unknown> => sql`not exists (
  select from setting where config_id = ${shopId} and key = 'search.learns' and value = 'false')`
