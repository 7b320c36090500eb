import type { Shop } from '../shops/shop.ts'
import type { Costs } from './costs.ts'
import { load, type Used } from './load.ts'
import { warmUp } from './measure.ts'
import { openMeter } from './meter.ts'
import { columns, shortNumber } from './columns.ts'
import { mixedSequence, withRenders } from './mix.ts'
import { defaults, processorTime, workOfAnOrder } from './model.ts'
import { prepareTraffic } from './traffic.ts'
import type { Counts } from './units.ts'

const MAX_ERROR = 0.2

/** Predicted and measured processor time of one run. */
interface Comparison {
  ordersPerSecond: number
  counts: Counts
  used: Used
  predicted: { shopMs: number; databaseMs: number }
}

/** Runs the mix of the model at two rates, and prints how far the model is off. True if all are within 20 %. */
export async function check(
  shop: Shop,
  costs: Costs,
  rates: readonly number[],
  seconds: number,
): Promise<boolean> {
  const meter = openMeter(shop)
  try {
    const traffic = await prepareTraffic(shop)
    await warmUp(shop, meter, traffic)
    const compared: Comparison[] = []
    for (const ordersPerSecond of rates) {
      // Orders and changes may have made pages stale.
      const sequence = mixedSequence(workOfAnOrder(defaults))
      let sent: Counts = {}
      const counted: Counts[] = []
      const make = () => {
        const unit = sequence.next()
        sent = { ...sent, [unit]: (sent[unit] ?? 0) + 1 }
        counted.push(sent)
        return traffic.next(unit)
      }
      const used = await load(shop, meter, { make, rate: ordersPerSecond * sequence.perOrder, seconds })
      // They are sent in the order in which they were made.
      const counts = withRenders(counted[used.count - 1] ?? {}, used.misses, costs.units)
      compared.push({ ordersPerSecond, counts, used, predicted: processorTime(costs, counts, used.seconds) })
    }
    const rows = compared.flatMap(rowsOf)
    console.log(
      columns([
        ['Mix', 'of', 'requests', 'rendered pages', 'seconds', 'predicted ms', 'measured ms', 'ratio'],
        ...rows.map(({ texts }) => texts),
      ]),
    )
    return rows.every(({ ratio }) => Math.abs(ratio - 1) <= MAX_ERROR)
  } finally {
    await meter.close()
  }
}

function rowsOf({ ordersPerSecond, counts, used, predicted }: Comparison) {
  const render = counts.render ?? 0
  const share = render / (render + (counts.page ?? 0))
  const parts = [
    ['shop', predicted.shopMs, used.shopMs],
    ['PostgreSQL', predicted.databaseMs, used.databaseMs],
    ['both', predicted.shopMs + predicted.databaseMs, used.shopMs + used.databaseMs],
  ] as const
  return parts.map(([part, model, real]) => ({
    ratio: model / real,
    texts: [
      `${ordersPerSecond} orders/s`,
      part,
      `${used.count}`,
      `${(share * 100).toFixed(1)} %`,
      used.seconds.toFixed(0),
      shortNumber(Math.round(model)),
      shortNumber(Math.round(real)),
      (model / real).toFixed(2),
    ],
  }))
}
