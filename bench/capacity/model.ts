import type { Costs } from './costs.ts'
import { units, type Cost, type Counts, type Unit } from './units.ts'

/** What the model supposes. Each is an option of `predict`. */
export interface Assumptions {
  /** Visits for each order. 40 is a conversion of 2.5 %. */
  visitsPerOrder: number
  pagesPerVisit: number
  /** Share of the pages that no process has in its cache. */
  rendered: number
  searchesPerVisit: number
  suggestionsPerSearch: number
  /** The frame asks for session, cart and wishlist. */
  callsPerPage: number
  cartAddsPerVisit: number
  signInsPerVisit: number
  /** Image files that the browser has not cached. */
  filesPerPage: number
  uploadsPerOrder: number
  /** Rate of the busiest hour by that of the mean hour. */
  peakFactor: number
  /** Share of each processor that is used in that hour. */
  use: number
  /** Processors of one host. */
  coresPerHost: number
  shops: number
  /** Pages of each shop that most visitors see. With many shops they no longer fit into the cache. */
  hotPages: number
  /** Products in each shop. */
  products: number
  /** Prices for a month, in one currency. */
  pricePerCore: number
  pricePerGB: number
  pricePerDiskGB: number
  pricePerSentGB: number
}

export const defaults: Assumptions = {
  visitsPerOrder: 40,
  pagesPerVisit: 5,
  rendered: 0.05,
  searchesPerVisit: 0.3,
  suggestionsPerSearch: 3,
  callsPerPage: 3,
  cartAddsPerVisit: 0.15,
  signInsPerVisit: 0.05,
  filesPerPage: 6,
  uploadsPerOrder: 0.02,
  peakFactor: 3,
  use: 0.6,
  coresPerHost: 8,
  shops: 1,
  hotPages: 20,
  products: 1000,
  pricePerCore: 15,
  pricePerGB: 4,
  pricePerDiskGB: 0.1,
  pricePerSentGB: 0.02,
}

const SECONDS_OF_A_DAY = 86_400
/** Disk for the log and for a backup beside the data. */
const DISK_FACTOR = 2.5
/** The system of each host needs memory too. */
const HOST_BYTES = 5e8
/** What each process caches: `createResponseCache`. */
const CACHE_BYTES = 32 * 1024 * 1024
/** A server beyond this is rare and dear, so its work should be split. */
const MAX_DATABASE_CORES = 32

/** How often each kind of work happens for one order. */
export function workOfAnOrder(on: Assumptions): Counts {
  const pages = on.visitsPerOrder * on.pagesPerVisit
  const searches = on.visitsPerOrder * on.searchesPerVisit
  return {
    page: pages * (1 - on.rendered),
    render: pages * on.rendered,
    search: searches,
    suggestion: searches * on.suggestionsPerSearch,
    // A search shows a page too.
    visitorCall: (pages + searches) * on.callsPerPage,
    visit: on.visitsPerOrder,
    cartAdd: on.visitsPerOrder * on.cartAddsPerVisit,
    signIn: on.visitsPerOrder * on.signInsPerVisit,
    order: 1,
    file: pages * on.filesPerPage,
    upload: on.uploadsPerOrder,
  }
}

/** The share of rendered pages where the pages of all shops compete for the cache. */
export function renderedShare({ memory }: Costs, { rendered, shops, hotPages }: Assumptions): number {
  const fitting = Math.min(1, CACHE_BYTES / (shops * hotPages * memory.cachedPage))
  return 1 - (1 - rendered) * fitting
}

/** A cost of so many units of each kind. */
const totalOf = (costs: Record<Unit, Cost>, counts: Counts, what: keyof Cost): number =>
  units.reduce((sum, unit) => sum + (counts[unit] ?? 0) * costs[unit][what], 0)

/** The processor time in ms that work of so many seconds uses, with what the processes use without any. */
export function processorTime(costs: Costs, counts: Counts, seconds: number) {
  return {
    shopMs: totalOf(costs.units, counts, 'shopMs') + costs.idle.shopMs * seconds,
    databaseMs: totalOf(costs.units, counts, 'databaseMs') + costs.idle.databaseMs * seconds,
  }
}

/** What the model says of an installation. */
export interface Prediction {
  ordersPerDay: number
  shops: number
  /** In the busiest hour. */
  peak: { orders: number; pages: number; requests: number; sentMbit: number; walBytes: number }
  /** Processors that are busy in the busiest hour. */
  busy: { shop: number; database: number }
  /** Processors to have. */
  cores: { shop: number; database: number }
  /** Processes of the shop, over all hosts: the sum of `WEB_CONCURRENCY`. */
  processes: number
  hosts: number
  memoryGB: number
  /** Data at the start, and its growth in a year. */
  diskGB: number
  diskGBaYear: number
  sentGBaMonth: number
  /** Share of the pages that are rendered. */
  rendered: number
  price: number
  step: 1 | 2 | 3 | 4
}

/** Predicts the machines and the cost of so many orders a day over all shops. */
export function predict(costs: Costs, ordersPerDay: number, on: Assumptions = defaults): Prediction {
  const rendered = renderedShare(costs, on)
  const perOrder = workOfAnOrder({ ...on, rendered })
  const orders = (ordersPerDay / SECONDS_OF_A_DAY) * on.peakFactor
  const total = (what: keyof Cost) => totalOf(costs.units, perOrder, what)
  const more = on.shops - 1
  const { anotherShop, idle, memory } = costs
  const idleShops = {
    shop: (more * anotherShop.shopMs) / 1000,
    database: (more * anotherShop.databaseMs) / 1000,
  }
  const forWork = (orders * total('shopMs')) / 1000 + idleShops.shop
  // Each process uses a little by itself.
  const processes = Math.max(1, Math.ceil(forWork / (on.use - idle.shopMs / 1000)))
  const busy = {
    shop: forWork + (processes * idle.shopMs) / 1000,
    database: (orders * total('databaseMs') + idle.databaseMs) / 1000 + idleShops.database,
  }
  const cores = { shop: processes, database: Math.max(1, Math.ceil(busy.database / on.use)) }
  const isOneMachine = cores.shop + cores.database <= on.coresPerHost
  const hosts = isOneMachine ? 1 : Math.max(2, Math.ceil(cores.shop / on.coresPerHost)) + 1
  const diskGB =
    (on.shops * on.products * costs.databaseBytesPerProduct + more * anotherShop.databaseBytes) / 1e9
  const diskGBaYear = (ordersPerDay * 365 * total('storedBytes')) / 1e9
  // Recent orders are read, old ones hardly: the products and a month of growth fit into memory.
  const databaseBytes = memory.database + (diskGB + diskGBaYear / 12) * 1e9
  const memoryGB =
    (processes * (memory.process + more * anotherShop.processBytes) + databaseBytes + hosts * HOST_BYTES) /
    1e9
  const sentGBaMonth = (ordersPerDay * 30 * total('sentBytes')) / 1e9
  const rented = isOneMachine ? Math.max(2, cores.shop + cores.database) : cores.shop + cores.database
  return {
    ordersPerDay,
    shops: on.shops,
    peak: {
      orders,
      pages: orders * ((perOrder.page ?? 0) + (perOrder.render ?? 0) + (perOrder.search ?? 0)),
      requests: orders * units.reduce((sum, unit) => sum + (perOrder[unit] ?? 0), 0),
      sentMbit: (orders * total('sentBytes') * 8) / 1e6,
      walBytes: orders * total('walBytes'),
    },
    busy,
    cores,
    processes,
    hosts,
    memoryGB,
    diskGB,
    diskGBaYear,
    sentGBaMonth,
    rendered,
    price:
      rented * on.pricePerCore +
      memoryGB * on.pricePerGB +
      (diskGB + diskGBaYear) * DISK_FACTOR * on.pricePerDiskGB +
      sentGBaMonth * on.pricePerSentGB,
    step: stepOf(processes, isOneMachine, cores.database),
  }
}

/** The step of docs/scaling.md. */
function stepOf(processes: number, isOneMachine: boolean, databaseCores: number): Prediction['step'] {
  if (databaseCores > MAX_DATABASE_CORES) return 4
  if (!isOneMachine) return 3
  return processes > 1 ? 2 : 1
}
