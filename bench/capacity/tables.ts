import { columns, shortNumber } from './columns.ts'
import type { Costs } from './costs.ts'
import type { Prediction } from './model.ts'
import { unitNames, units } from './units.ts'

/** What one unit of each kind costs. */
export function costTable({ units: costs, idle, memory, ...rest }: Costs): string {
  const head = ['One', 'shop ms', 'PostgreSQL ms', 'log bytes', 'written bytes', 'stored bytes', 'sent bytes']
  const rows = units.map((unit) => {
    const { shopMs, databaseMs, walBytes, writtenBytes, storedBytes, sentBytes } = costs[unit]
    const figures = [shopMs, databaseMs, walBytes, writtenBytes, storedBytes, sentBytes]
    return [unitNames[unit], ...figures.map(shortNumber)]
  })
  const mb = (bytes: number) => `${shortNumber(bytes / 1e6)} MB`
  const kb = (bytes: number) => `${shortNumber(bytes / 1e3)} kB`
  const { anotherShop: shop } = rest
  return [
    columns([head, ...rows]),
    '',
    `No request: ${shortNumber(idle.shopMs)} ms of the shop and ${shortNumber(idle.databaseMs)} ms of PostgreSQL each second`,
    `Memory: ${mb(memory.process)} the shop's process, ${mb(memory.database)} PostgreSQL, ${kb(memory.cachedPage)} a cached page`,
    `A product: ${kb(rest.databaseBytesPerProduct)} of the database, everything else included`,
    `One more shop: ${kb(shop.databaseBytes)} of the database, ${kb(shop.processBytes)} of each process, ${shortNumber(shop.shopMs)} and ${shortNumber(shop.databaseMs)} ms each second without requests`,
    `${rest.processor}, Node ${rest.node}, ${rest.products} products, commit ${rest.commit} of ${rest.date}`,
  ].join('\n')
}

/** A line for each size. */
export function predictionTable(predictions: readonly Prediction[]): string {
  const lines = predictions.map((each) => [
    each.ordersPerDay.toLocaleString('en'),
    each.shops.toLocaleString('en'),
    shortNumber(each.peak.pages),
    `${Math.round(each.rendered * 100)} %`,
    shortNumber(each.peak.requests),
    shortNumber(each.busy.shop),
    shortNumber(each.busy.database),
    `${each.processes}`,
    `${each.cores.shop} + ${each.cores.database}`,
    `${each.hosts}`,
    shortNumber(each.memoryGB),
    `${shortNumber(each.diskGB)} + ${shortNumber(each.diskGBaYear)}`,
    shortNumber(each.peak.sentMbit),
    shortNumber(each.sentGBaMonth),
    shortNumber(Math.round(each.price)),
    `${each.step}`,
  ])
  return columns([
    [
      'Orders a day',
      'shops',
      'pages/s',
      'rendered',
      'requests/s',
      'busy: shop',
      'PostgreSQL',
      'processes',
      'processors',
      'hosts',
      'memory GB',
      'disk GB + a year',
      'Mbit/s',
      'sent GB a month',
      'a month',
      'step',
    ],
    ...lines,
  ])
}
