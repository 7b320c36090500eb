import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withinBudget } from '#server/db/connect.ts'
import { createCachedResponse, keepBrotliOnly, mustRevalidate, plainBody } from '../cache/cached-response.ts'
import { compressionStream } from '../cache/compression.ts'
import { negotiateQuickly } from '../cache/encoding.ts'
import type { Dependencies } from '../cache/response-cache.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../limits/client-network.ts'
import { pageBudget } from '../routing/time-limits.ts'
import type { PageDeps, PageInput } from '../pages/cached-page.ts'

/** A public file of the shop without a limit of its size. Its parts are rendered and cached one by one while they are sent. */
export interface StreamedFile {
  url: string
  contentType: string
  /** Reads what all parts need. */
  open(input: PageInput): Promise<OpenedFile>
}

/** The text of the file: `head`, the parts in order, and `tail`. */
export interface OpenedFile {
  head: string
  /** A part keeps its number while others come and go. */
  parts: readonly number[]
  render(part: number, on: Dependencies): Promise<string>
  tail: string
}

/** At once, in each process. A reader holds one part in memory, and a network cannot take all places. */
const MAX_STREAMS = { perNetwork: 2, inAll: 16 }
/** A reader that takes longer would hold its place. */
const MAX_STREAM_MS = 30 * 60 * 1000
const RETRY_SECONDS = 60

type Deps = Omit<PageDeps, 'databaseState'> & { files: readonly StreamedFile[] }

/** Mounts each file at its address. A reader whose file could not be completed sees that the transfer broke off. */
export async function streamedFiles(app: FastifyInstance, deps: Deps): Promise<void> {
  const admit = limitStreams()
  for (const file of deps.files) {
    app.get(file.url, async (request, reply) => {
      void reply.headers({
        'content-type': file.contentType,
        'cache-control': mustRevalidate,
        'x-content-type-options': 'nosniff',
        // A feed is for programs, and no page of a search result.
        'x-robots-tag': 'noindex',
        vary: 'Accept-Encoding',
      })
      if (request.method === 'HEAD') return reply.send()
      const network = networkOf(request.ip)
      deps.renderBudget.take('page', network)
      const leave = admit(network)
      const texts = await openParts(deps, file, request).catch((error: unknown) => {
        leave()
        throw error
      })
      return send(texts, request, reply, leave)
    })
  }
}

/** Sends the texts compressed as the client likes. `done` is called once, when the file was sent or broke off. */
function send(
  texts: AsyncIterable<string>,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): FastifyReply {
  const source = Readable.from(texts, { objectMode: false, signal: AbortSignal.timeout(MAX_STREAM_MS) })
  reply.raw.once('close', () => {
    done()
    source.destroy()
  })
  const accepted = request.headers['accept-encoding']
  const encoding = typeof accepted === 'string' ? negotiateQuickly(accepted) : 'identity'
  if (encoding === 'identity') return reply.send(source)
  const compressed = compressionStream(encoding)
  source.once('error', (error) => compressed.destroy(error))
  return reply.header('content-encoding', encoding).send(source.pipe(compressed))
}

/** Reads what the file needs, and resolves to its texts, which are read one after another. */
async function openParts(
  { db, targets, cache, services }: Deps,
  file: StreamedFile,
  { raw }: FastifyRequest,
): Promise<AsyncGenerator<string>> {
  const { shop, origin, key } = await targets.find(raw)
  const input = { context: { db, shop, caller: undefined, services }, origin }
  const opened = await withinBudget(pageBudget(), () => file.open(input))
  const build = async (part: number, on: Dependencies) => {
    const body = Buffer.from(await opened.render(part, on))
    const headers = { 'content-type': file.contentType, 'cache-control': mustRevalidate }
    return keepBrotliOnly(createCachedResponse(200, headers, body))
  }
  const read = async (part: number) => {
    if (key === undefined) return opened.render(part, { productIds: new Set(), until: 0 })
    const response = await cache.get(`${key} part ${part}`, shop.shopId, (on) => build(part, on))
    return (await plainBody(response)).toString()
  }
  async function* readAll() {
    if (opened.head) yield opened.head
    for (const part of opened.parts) {
      const text = await withinBudget(pageBudget(), () => read(part))
      if (text) yield text
    }
    if (opened.tail) yield opened.tail
  }
  return readAll()
}

/** Returns a function that takes a place and returns how to leave it. It throws AppError 503 if there is none. */
function limitStreams(): (network: string) => () => void {
  const streams: string[] = []
  return (network) => {
    const own = streams.filter((one) => one === network).length
    if (streams.length >= MAX_STREAMS.inAll || own >= MAX_STREAMS.perNetwork) throw busy()
    streams.push(network)
    let isIn = true
    return () => {
      if (isIn) streams.splice(streams.indexOf(network), 1)
      isIn = false
    }
  }
}

const busy = () =>
  new AppError(
    503,
    'busy',
    'This file is being read too often. Please try again in a minute.',
    undefined,
    RETRY_SECONDS,
  )
