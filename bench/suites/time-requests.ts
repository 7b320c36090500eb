import { openSequentialClient } from '../load/one-by-one.ts'
import { wire, type BenchRequest } from '../load/request.ts'
import { judge, milliseconds, type Row } from '../report/row.ts'
import { median, quantile } from '../report/statistics.ts'
import type { Shop } from '../shops/shop.ts'

const warmUp = 30

/** Asks for some of the requests one after another. `atMost` is the mark of the p95 in ms. */
export async function timeRequests(
  shop: Shop,
  requests: readonly BenchRequest[],
  count: number,
  { what, how, atMost }: { what: string; how: string; atMost: number },
): Promise<Row> {
  const client = await openSequentialClient(shop.port)
  const took: { path: string; time: number }[] = []
  for (let turn = -warmUp; turn < count; turn += 1) {
    // 37 is coprime to their number, so each gets its turn.
    const request = requests[((turn + warmUp) * 37) % requests.length] as BenchRequest
    const time = await client.time(wire(request, shop.port))
    if (turn >= 0) took.push({ path: request.path, time })
  }
  client.close()
  const times = took.map(({ time }) => time)
  const slowest = took.toSorted((a, b) => b.time - a.time)[0]
  return {
    what,
    ...judge(quantile(times, 0.95), { atMost }, milliseconds),
    how: [
      `p95 of ${count} requests one after another ${how}`,
      `median ${milliseconds(median(times))}, slowest ${milliseconds(slowest?.time ?? 0)} (${slowest?.path ?? ''})`,
    ].join('; '),
  }
}
