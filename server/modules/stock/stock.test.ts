import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database, type Transaction } from '#server/db/connect.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { checkLedger, correct, receive, release, reserve, returnStock, sell, setAvailable } from './index.ts'

const context = { shopId: 1, actor: { id: null, name: 'Test' } }
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url, { max: 20 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const within = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)

/** Creates a product with one variant per stock figure and returns the variant ids. */
async function stocked(name: string, ...stocks: number[]): Promise<number[]> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const category = await db
    .insertInto('category')
    .values({ config_id: 1, name, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db
    .insertInto('product')
    .values({ config_id: 1, category_id: category.id, name, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = (i: number) => JSON.stringify(stocks.length > 1 ? { Size: `No. ${i}` } : {})
  const variants = await db
    .insertInto('variant')
    .values(stocks.map((_, i) => ({ config_id: 1, product_id: product.id, price: 100, options: options(i) })))
    .returning('id')
    .execute()
  const ids = variants.map(({ id }) => id)
  const lines = ids
    .map((variantId, i) => ({ variantId, quantity: stocks[i] ?? 0 }))
    .filter((line) => line.quantity > 0)
  await within(async (tx) => receive(tx, context, lines, { reason: 'Opening stock' }))
  return ids
}

async function one(name: string, stock: number): Promise<number> {
  const [id] = await stocked(name, stock)
  return id ?? 0
}

const levelOf = (variantId: number) =>
  db
    .selectFrom('stock_level as l')
    .innerJoin('variant as v', 'v.id', 'l.variant_id')
    .innerJoin('product as p', 'p.id', 'v.product_id')
    .select(['l.on_hand', 'l.available', 'p.in_stock'])
    .where('l.variant_id', '=', variantId)
    .executeTakeFirstOrThrow()

describe('a stock level', () => {
  test('follows the ledger through an order and a return', async () => {
    const variantId = await one('Mug', 5)
    const expectLevel = async (on_hand: number, available: number) =>
      expect(await levelOf(variantId)).toEqual({ on_hand, available, in_stock: available > 0 })
    await expectLevel(5, 5)
    await within((tx) => reserve(tx, context, [{ variantId, quantity: 5 }], { reference: 'A1' }))
    await expectLevel(5, 0)
    await within(async (tx) => release(tx, context, [{ variantId, quantity: 2 }], { reference: 'A1' }))
    await expectLevel(5, 2)
    await within((tx) => sell(tx, context, [{ variantId, quantity: 3 }], { reference: 'A1', reserved: true }))
    await expectLevel(2, 2)
    await within((tx) => sell(tx, context, [{ variantId, quantity: 2 }], { reserved: false }))
    await expectLevel(0, 0)
    await within(async (tx) => returnStock(tx, context, [{ variantId, quantity: 1 }], { reference: 'A1' }))
    await expectLevel(1, 1)
    await within((tx) => correct(tx, context, [{ variantId, change: -1 }], { reason: 'Broken in the house' }))
    await expectLevel(0, 0)
    await within(async (tx) =>
      setAvailable(tx, context, [{ variantId, available: 7 }], { reason: 'Counted' }),
    )
    await expectLevel(7, 7)
    expect(await checkLedger(db)).toEqual([])
    const entries = await db
      .selectFrom('stock_movement')
      .select('kind')
      .where('variant_id', '=', variantId)
      .execute()
    expect(entries).toHaveLength(8)
  })

  test('changes only through the ledger', async () => {
    const variantId = await one('Plate', 1)
    await expect(db.updateTable('stock_level').set({ available: 9 }).execute()).rejects.toThrow(
      'not written directly',
    )
    await expect(db.deleteFrom('stock_movement').execute()).rejects.toThrow('append-only')
    const above = within(async (tx) => release(tx, context, [{ variantId, quantity: 1 }], {}))
    await expect(above).rejects.toThrow('stock_covers_reservations')
  })

  test('that differs from its ledger is found', async () => {
    const variantId = await one('Jug', 3)
    const bent = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('stock_level').where('variant_id', '=', variantId).execute()
      const gaps = await checkLedger(tx, 1)
      expect(await checkLedger(tx, 2)).toEqual([])
      throw Object.assign(new Error('roll back'), { gaps })
    })
    const gap = { shopId: 1, variantId, onHand: 0, available: 0, ledgerOnHand: 3, ledgerAvailable: 3 }
    await expect(bent).rejects.toMatchObject({ gaps: [gap] })
  })
})

describe('a shortage', () => {
  test('refuses all lines and tells what is left of each short one', async () => {
    const [small = 0, large = 0, many = 0] = await stocked('Bowl', 2, 0, 50)
    const lines = [small, large, many].map((variantId) => ({ variantId, quantity: 3 }))
    await expect(within((tx) => reserve(tx, context, lines, {}))).rejects.toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: 'Only 2 left of Bowl (No. 0)',
      issues: [
        { path: `variant.${small}`, message: 'Only 2 left of Bowl (No. 0)' },
        { path: `variant.${large}`, message: 'Bowl (No. 1) is sold out' },
      ],
    })
    expect(await levelOf(many)).toMatchObject({ available: 50 })
  })

  test('adds up two lines of one variant', async () => {
    const variantId = await one('Tray', 3)
    const twice = [2, 2].map((quantity) => ({ variantId, quantity }))
    await expect(within((tx) => reserve(tx, context, twice, {}))).rejects.toThrow('Only 3 left of Tray')
  })

  test('refuses a correction below the reserved units', async () => {
    const variantId = await one('Vase', 3)
    await within((tx) => reserve(tx, context, [{ variantId, quantity: 2 }], {}))
    const shrink = within((tx) => correct(tx, context, [{ variantId, change: -2 }], { reason: 'Counted' }))
    await expect(shrink).rejects.toMatchObject({ code: 'out_of_stock', message: 'Only 1 left of Vase' })
  })

  test('leaves the transaction usable', async () => {
    const variantId = await one('Lamp', 1)
    await within(async (tx) => {
      await expect(reserve(tx, context, [{ variantId, quantity: 2 }], {})).rejects.toThrow('Only 1 left')
      await reserve(tx, context, [{ variantId, quantity: 1 }], {})
    })
    expect(await levelOf(variantId)).toMatchObject({ available: 0 })
  })
})

describe('concurrent orders', () => {
  test('sell exactly 10 units to 50 buyers', async () => {
    const variantId = await one('Rug', 10)
    const attempts = Array.from({ length: 50 }, () =>
      within((tx) => reserve(tx, context, [{ variantId, quantity: 1 }], {})),
    )
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    )
    expect(new Set(refusals.map((error) => error.message))).toEqual(new Set(['Rug is sold out']))
    expect(await levelOf(variantId)).toEqual({ on_hand: 10, available: 0, in_stock: false })
  })

  test('of the same variants in opposite order do not deadlock', async () => {
    const ids = [...(await stocked('Stool', 20, 20)), ...(await stocked('Bench', 20, 20))]
    const cart = (i: number) => {
      const order = i % 2 ? ids : ids.toReversed()
      return order.map((variantId) => ({ variantId, quantity: 1 }))
    }
    const attempts = Array.from({ length: 40 }, (_, i) => within((tx) => reserve(tx, context, cart(i), {})))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    for (const id of ids) expect(await levelOf(id)).toEqual({ on_hand: 20, available: 0, in_stock: false })
    expect(await checkLedger(db)).toEqual([])
  })

  test('that sell out different variants of the same products do not deadlock, and mark them sold out', async () => {
    for (let round = 0; round < 8; round++) {
      const [a = 0, b = 0] = await stocked(`Left ${round}`, 1, 1)
      const [c = 0, d = 0] = await stocked(`Right ${round}`, 1, 1)
      const carts = [
        [a, d],
        [c, b],
      ]
      await Promise.all(
        carts.map((cart) =>
          within((tx) =>
            reserve(
              tx,
              context,
              cart.map((variantId) => ({ variantId, quantity: 1 })),
              {},
            ),
          ),
        ),
      )
      for (const id of [a, b, c, d])
        expect(await levelOf(id)).toMatchObject({ available: 0, in_stock: false })
    }
  })
})
