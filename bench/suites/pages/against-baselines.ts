import { setTimeout as sleep } from 'node:timers/promises'
import { startBaseline, type Baseline, type Script } from '../../baseline/start.ts'
import { compare, howCompared, ratioOf, type Standing } from '../../report/compare.ts'
import { askFor, type BenchRequest } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import {
  judge,
  kilobytes,
  microseconds,
  percent,
  perSecond,
  range,
  times,
  type Row,
} from '../../report/row.ts'
import type { Shop } from '../../shops/shop.ts'

/** Milliseconds. */
const COMPRESSED_MS = 200

type BareServer = Script['kind']

/** A request, and which share of a bare server's rate the shop has to reach with the same answer; see `ratioOf`. */
export interface Question {
  what: string
  request: BenchRequest
  /** Send the shop's ETag, so that the answer is 304. */
  revalidate?: boolean
  marks: Partial<Record<BareServer, number>>
}

/** Compares the shop with bare servers that give the same answer from memory. Returns a row for each mark. */
export async function againstBaselines(shop: Shop, question: Question, options: Options): Promise<Row[]> {
  const { what, revalidate, marks } = question
  let { request } = question
  // The second client has the answer compressed thoroughly.
  for (let client = 0; client < 2; client += 1) await askFor(200, shop.port, request)
  await sleep(COMPRESSED_MS)
  const answer = await askFor(200, shop.port, request)
  const wanted = request.headers?.['accept-encoding'] ?? 'br'
  if ((answer.headers['content-encoding'] ?? 'identity') !== wanted && answer.body.length > 1000)
    throw new Error(`${request.path} is not sent as ${wanted}`)
  if (revalidate) request = { ...request, headers: { 'if-none-match': answer.headers.etag ?? '' } }
  const notModified = revalidate ? await askFor(304, shop.port, request) : undefined
  const bare: Baseline[] = []
  try {
    const kinds = Object.keys(marks) as BareServer[]
    for (const kind of kinds) bare.push(await startBaseline(kind, request, answer, notModified))
    const standings = await compare([shop, ...bare], request, revalidate ? 304 : 200, options)
    const [ofShop, ...ofBare] = standings as [Standing, ...Standing[]]
    return ofBare.map((other, at): Row => {
      const kind = kinds[at] as BareServer
      const ratio = ratioOf(ofShop, other)
      const both = (show: (turn: Standing['middle']) => string) =>
        [ofShop, other].map(({ middle }) => show(middle)).join(' and ')
      return {
        what: `${what}, of ${kind}`,
        ...judge(ratio.median, { atLeast: marks[kind] ?? 0 }, times),
        how: [
          `processor time of a bare ${kind} by the shop's, for the same answer (${range(ratio)})`,
          `${both(({ rate }) => perSecond(rate))}, ${both(({ cost }) => microseconds(cost))} of processor time an answer`,
          `${kilobytes((notModified ?? answer).body.length)}, ${options.connections} connections`,
          `${options.rounds} rounds of ${options.turn} s, ${howCompared}, busy ${both(({ busy }) => percent(busy))}`,
        ].join('; '),
      }
    })
  } finally {
    for (const { stop } of bare) stop()
  }
}
