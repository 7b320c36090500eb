import { sql } from 'kysely'
import { waitWithinBudget, type Database } from '#server/db/connect.ts'
import type { VersionReader } from '#server/http/cache/version-counter.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { ShopDirectory } from '#server/http/server/request-target.ts'

interface Row extends ShopContext {
  hosts: string[]
}

interface Version extends Pick<VersionReader, 'current' | 'lastShopChange'> {
  reachable(): boolean
}

/** Holds the shops in memory. It reads them at first use and again after changes of the catalog, which cover shops. */
export function createShopDirectory(db: Database, catalogVersion: Version): ShopDirectory {
  let byHost = new Map<string, ShopContext>()
  let defaultShop: ShopContext | undefined
  let loadedVersion = -1
  let loading: Promise<void> | undefined

  const isFresh = () => loadedVersion >= catalogVersion.lastShopChange()
  const lookUp = (hostname: string) => byHost.get(hostname) ?? defaultShop

  const load = async () => {
    const startVersion = catalogVersion.current()
    const rows = await listShops(db)
    byHost = new Map(rows.flatMap(({ hosts, ...shop }) => hosts.map((host) => [host, shop] as const)))
    defaultShop = rows.find(({ shopId }) => shopId === 1) ?? rows[0]
    loadedVersion = startVersion
  }

  return {
    peek: (hostname) => (isFresh() ? lookUp(hostname) : undefined),
    last: lookUp,
    lists: (hostname) => byHost.has(hostname),
    async find(hostname) {
      // Waits for the version at the call, not for `isFresh`: during an import that would never be true.
      const wanted = catalogVersion.lastShopChange()
      while (loadedVersion < wanted && (catalogVersion.reachable() || !defaultShop)) {
        loading ??= load().finally(() => (loading = undefined))
        await waitWithinBudget(loading).catch((error: unknown) => {
          if (catalogVersion.reachable() || !defaultShop) throw error
        })
      }
      const shop = lookUp(hostname)
      if (!shop) throw new AppError(503, 'no_shop', 'This shop is not open yet.')
      return shop
    },
  }
}

async function listShops(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select config_id as "shopId", name, tagline, currency, locale, time_zone as "timeZone", email,
      array(select host from shop_host h where h.config_id = shop.config_id) as hosts
    from shop order by config_id`.execute(db)
  return rows
}
