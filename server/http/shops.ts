import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { CatalogueVersion } from './catalogue-version.ts'
import { AppError } from './errors.ts'
import type { ShopContext } from './route.ts'

/** The shops of this installation by host name, kept in memory. */
export interface Shops {
  /** Without waiting: undefined while something may have changed. */
  peek(hostname: string): ShopContext | undefined
  /** The shop of this host, or else shop 1. While the database cannot be reached: as last known. */
  find(hostname: string): Promise<ShopContext>
  /** Whether this host name was given to a shop, rather than being just anything that leads here. */
  lists(hostname: string): boolean
}

interface Row extends ShopContext {
  hosts: string[]
}

/** Reads the shops when they are first needed, and again after changes of the catalogue, which tell of shops too. */
export function makeShops(db: Database, version: CatalogueVersion): Shops {
  let byHost = new Map<string, ShopContext>()
  let first: ShopContext | undefined
  let tick = -1
  let reading: Promise<void> | undefined

  const isCurrent = () => tick >= version.lastShopChange()
  const lookUp = (hostname: string) => byHost.get(hostname) ?? first

  const read = async () => {
    const begin = version.now()
    const rows = await listShops(db)
    byHost = new Map(rows.flatMap(({ hosts, ...shop }) => hosts.map((host) => [host, shop] as const)))
    first = rows.find(({ configId }) => configId === 1) ?? rows[0]
    tick = begin
  }

  return {
    peek: (hostname) => (isCurrent() ? lookUp(hostname) : undefined),
    lists: (hostname) => byHost.has(hostname),
    async find(hostname) {
      // Not "until it is current": during an import that would be never.
      const latest = version.lastShopChange()
      while (tick < latest && (version.reachable() || !first)) {
        reading ??= read().finally(() => (reading = undefined))
        try {
          await reading
        } catch (error) {
          if (!first) throw error
          break
        }
      }
      const shop = lookUp(hostname)
      if (!shop) throw new AppError(503, 'no_shop', 'There is no shop here yet.')
      return shop
    },
  }
}

async function listShops(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select config_id as "configId", name, tagline, currency, locale, time_zone as "timeZone",
      array(select host from shop_host h where h.config_id = shop.config_id) as hosts
    from shop order by config_id`.execute(db)
  return rows
}
