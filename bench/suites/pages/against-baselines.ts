import { startBaseline } from '../../baseline/start.ts'
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

interface Question {
  what: string
  request: BenchRequest
  /** Send the shop's ETag, so that the answer is 304. */
  revalidate?: boolean
  /** Target share of a bare server's rate with the same answer. */
  atLeast: number
  /** The bare server of the target; Fastify by default. */
  against?: 'Fastify' | 'node:http'
}

/** Compares the shop with a bare Fastify and a bare `node:http` that give the same answer from memory. */
export async function againstBaselines(shop: Shop, question: Question, options: Options): Promise<Row> {
  const { what, revalidate, atLeast, against = 'Fastify' } = question
  let { request } = question
  await askFor(200, shop.port, request)
  const answer = await askFor(200, shop.port, request)
  const wanted = request.headers?.['accept-encoding'] ?? 'br'
  if ((answer.headers['content-encoding'] ?? 'identity') !== wanted && answer.body.length > 1000)
    throw new Error(`${request.path} is not sent as ${wanted}`)
  if (revalidate) request = { ...request, headers: { 'if-none-match': answer.headers.etag ?? '' } }
  const notModified = revalidate ? await askFor(304, shop.port, request) : undefined
  const fastify = await startBaseline('fastify', request, answer, notModified)
  const node = await startBaseline('node:http', request, answer, notModified)
  try {
    const standings = await compare([shop, fastify, node] as const, request, revalidate ? 304 : 200, options)
    const [ofShop, ofFastify, ofNode] = standings
    const [target, other, otherName] =
      against === 'Fastify' ? [ofFastify, ofNode, 'node:http'] : [ofNode, ofFastify, 'Fastify']
    const ratio = ratioOf(ofShop, target)
    const all = (show: (turn: Standing['middle']) => string) =>
      standings.map(({ middle }) => show(middle)).join(', ')
    return {
      what,
      ...judge(ratio.median, { atLeast }, times),
      detail: [
        `of ${against} (${range(ratio)}), ${times(ratioOf(ofShop, other).median)} of ${otherName}`,
        `shop, Fastify, node:http: ${all(({ rate }) => perSecond(rate))}`,
        `${all(({ cost }) => microseconds(cost))} of processor time an answer`,
        `${kilobytes((notModified ?? answer).body.length)}, ${options.connections} connections`,
        `${options.rounds} rounds of ${options.turn} s, ${howCompared}, busy ${all(({ busy }) => percent(busy))}`,
      ].join('; '),
    }
  } finally {
    fastify.stop()
    node.stop()
  }
}
