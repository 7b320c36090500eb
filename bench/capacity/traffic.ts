import { randomUUID } from 'node:crypto'
import { askFor, type BenchRequest } from '../load/request.ts'
import { findPages } from '../shops/catalog.ts'
import { addOne, admitCustomers, ordersOfTwo } from '../shops/customers.ts'
import type { Shop } from '../shops/shop.ts'
import type { Unit } from './units.ts'

const CUSTOMERS = 40
const WARES = 40
const CACHED_PRODUCTS = 60
const PASSWORD = 'a long bench password'

/** Makes requests of each kind. An upload is none: its work goes on after the answer. */
export interface Traffic {
  next: (unit: Exclude<Unit, 'upload'>) => BenchRequest
}

/** Prepares customers with carts, accounts and goods in stock, and fills the cache with the pages. */
export async function prepareTraffic(shop: Shop): Promise<Traffic> {
  const { port } = shop
  const found = await findPages(port, 1000)
  const { cookies, wares } = await admitCustomers(shop, CUSTOMERS, 2)
  const goods = (await admitCustomers(shop, 0, WARES)).wares
  const orders = ordersOfTwo(goods)
  await register(port)
  const get = (path: string): BenchRequest => ({ method: 'GET', path })
  const pages = [found.home, ...found.categories, ...found.products.slice(0, CACHED_PRODUCTS)].map(get)
  const files = await imagesOf(port, found.home)
  const cold = found.products.slice(CACHED_PRODUCTS)
  let asked = 0
  let rendered = 0
  const pick = <T>(all: readonly T[]) => all[asked % all.length] as T
  const word = () => pick(pick(found.names).split(' ')).replaceAll(/\W/g, '').toLowerCase()
  const makers: Record<Exclude<Unit, 'upload'>, () => BenchRequest> = {
    page: () => pick(pages),
    // No process has seen these addresses: product pages, and lists with another minimum price.
    render: () => {
      rendered += 1
      if (rendered % 2 === 0) return get(`${pick(found.categories)}?minprice=${rendered / 1e4}`)
      return get(cold[(rendered >> 1) % cold.length] as string)
    },
    search: () => get(`/search?q=${word()}&minprice=${asked / 1e4}`),
    // A shopper types on, and each text is new.
    suggestion: () => get(`/api/search/suggestions?q=${word()}%20${asked.toString(36)}`),
    visitorCall: () => visitorCall(asked, pick(cookies)),
    visit: () => ({
      method: 'POST',
      path: '/api/visits',
      headers: { 'user-agent': `Mozilla/5.0 (X11) Firefox/${asked}` },
      json: {},
    }),
    cartAdd: () => addOne(pick(cookies), pick(wares)),
    signIn: () => ({
      method: 'POST',
      path: '/api/auth/login',
      json: { email: emailOf(asked % ACCOUNTS), password: PASSWORD },
    }),
    order: () => ({
      method: 'POST',
      path: '/api/orders',
      headers: { 'idempotency-key': randomUUID() },
      json: pick(orders),
    }),
    file: () => get(pick(files)),
  }
  // A page that is sent again is compressed thoroughly, once.
  for (let turn = 0; turn < 3; turn += 1) for (const page of pages) await askFor(200, port, page)
  return {
    next: (unit) => {
      asked += 1
      return makers[unit]()
    },
  }
}

/** What the frame of each page asks, in turn. */
function visitorCall(turn: number, cookie: string): BenchRequest {
  const headers = { cookie }
  if (turn % 3 === 0) return { method: 'GET', path: '/api/auth/session', headers }
  const path = turn % 3 === 1 ? '/api/cart/getcarts' : '/api/wishlist/getwishlist'
  return { method: 'POST', path, headers, json: {} }
}

const ACCOUNTS = 5
const emailOf = (index: number) => `capacity${index}@example.com`

async function register(port: number) {
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const json = {
      fullName: 'Customer',
      gender: 1,
      email: emailOf(index),
      password: PASSWORD,
      confirmpassword: PASSWORD,
    }
    await askFor(200, port, { method: 'POST', path: '/api/auth/register', json })
  }
}

async function imagesOf(port: number, path: string): Promise<string[]> {
  const plain = { 'accept-encoding': 'identity' }
  const { body } = await askFor(200, port, { method: 'GET', path, headers: plain })
  const files = new Set(body.toString().match(/\/uploads\/\w+-640\.webp/g))
  if (files.size === 0) throw new Error('The home page shows no images')
  return [...files]
}
