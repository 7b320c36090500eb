import type { FastifyInstance } from 'fastify'
import { getAdminOrder, type AdminOrder } from '#contract/orders/admin-order.ts'
import { getAdminReturn, getAdminReturns, type AdminReturn } from '#contract/orders/return.ts'
import type { Database } from '#server/db/connect.ts'
import { makeGoods, variantsOf, type Goods } from '../data/goods.ts'
import { order as placeOrder } from '../data/order.ts'
import { staffWith, stranger } from '../people/account.ts'
import { client, type Client } from '../people/client.ts'

/** Units of each variant before the order. */
export const INITIAL_STOCK = 20

/** A shop whose orders live through random interleavings. */
export interface OrderWorld {
  db: Database
  app: FastifyInstance
  goods: Goods
  staff: Client
  random(): number
}

/** Units that an accepted call has recorded as back. */
interface CameBack {
  position: number
  restocked: number
  damaged: number
}

/** An order with variants of its own, so that nothing else moves their stock. */
export interface LivingOrder {
  number: string
  serial: string
  accessToken: string
  email: string
  variants: readonly number[]
  /** What staff have received by calls that were accepted: the truth beside the database. */
  received: CameBack[]
  /** The calls so far, for the report of a fault. */
  log: string[]
}

/** The order as staff see it before a call. */
export interface OrderSight {
  shown: AdminOrder
  returns: readonly AdminReturn[]
}

/** Fills an empty shop. `random` returns numbers from 0 to 1. */
export async function openWorld(
  db: Database,
  app: FastifyInstance,
  random: () => number,
): Promise<OrderWorld> {
  const goods = await makeGoods(db)
  const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
  const value = JSON.stringify(true)
  await db.insertInto('setting').values({ config_id: 1, key: 'payment.bank_transfer', value }).execute()
  return { db, app, goods, staff, random }
}

export const pick = <T>(random: () => number, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)]

/** A whole number from `least` to `most`. */
export const between = (random: () => number, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

/** Places an order of one to three products, in cash on delivery or by bank transfer. */
export async function placeLivingOrder(world: OrderWorld, index: number): Promise<LivingOrder> {
  const { app, db, goods, random } = world
  const products: number[] = []
  for (const name of ['Bowl', 'Cup', 'Dish'])
    products.push(
      await goods.add(`${name} ${index}`, { variants: [{ price: 10_000, stock: INITIAL_STOCK }] }),
    )
  const variants = (await Promise.all(products.map((id) => variantsOf(db, id)))).flat()
  const items = products
    .slice(0, between(random, 1, 3))
    .map((productid) => ({ productid, quantity: between(random, 1, 4) }))
  const email = `buyer${index}@example.com`
  const contact = { email, phone: '+91 98765 43210' }
  const paymentMethod = random() < 0.35 ? 'cod' : 'bank_transfer'
  const { status, message, answer } = await placeOrder(client(app), { items, contact, paymentMethod })
  if (status !== 201) throw new Error(`The order was not placed: ${message}`)
  const { number, serial, accessToken } = answer.data
  return { number, serial, accessToken, email, variants, received: [], log: [`place ${paymentMethod}`] }
}

/** Reads an order and its returns. */
export async function lookAt({ staff }: OrderWorld, { number, serial }: LivingOrder): Promise<OrderSight> {
  const shown = (await staff.send(getAdminOrder, { number })).answer.data
  const { data } = (await staff.send(getAdminReturns, { q: serial })).answer
  const returns = await Promise.all(
    data.map(async ({ id }) => (await staff.send(getAdminReturn, { id })).answer.data),
  )
  return { shown, returns }
}

export const buyer = ({ app }: OrderWorld) => stranger(app)
