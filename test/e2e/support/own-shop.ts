import type { Page } from 'playwright-core'
import { connect, type Database } from '#server/db/connect.ts'
import { openSession } from '#test/harness/people/account.ts'
import { openPage, type PageOptions } from './page.ts'
import { startShop, type Shop } from './shop.ts'

/** A shop of one test file, whose settings no other test changes. */
export interface OwnShop extends Omit<Shop, 'stop'> {
  db: Database
  /** A product without variants, of 1,500 to 4,000 major units. */
  productid: number
  /** Opens a page as its admin. */
  asStaff(path: string, options?: PageOptions): Promise<Page>
  stop(): Promise<void>
}

/** Starts it; `settings` are environment variables. */
export async function ownShop(settings: Readonly<Record<string, string>> = {}): Promise<OwnShop> {
  const shop = await startShop(settings)
  const db = connect(shop.databaseUrl, { max: 2 })
  const { userId, token } = await openSession(db)
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  const { id: productid } = await db
    .selectFrom('variant')
    .select('product_id as id')
    .where('config_id', '=', 1)
    .groupBy('product_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .having(({ fn }) => fn.max('price'), '>', 150_000)
    .having(({ fn }) => fn.max('price'), '<', 400_000)
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    ...shop,
    db,
    productid,
    async asStaff(path, options = {}) {
      const first = (page: Page) =>
        page.context().addCookies([{ name: 'session', value: token, url: shop.url }])
      const page = await openPage(path, { ...options, base: shop.url, first })
      page.setDefaultTimeout(8000)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
    async stop() {
      await db.destroy()
      await shop.stop()
    },
  }
}
