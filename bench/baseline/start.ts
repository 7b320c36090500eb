import { startWorker } from '../worker.ts'
import { askFor, type Answer, type BenchRequest } from '../load/request.ts'

/** The request and the answer of a bare server. */
export interface Script {
  kind: 'node:http' | 'Fastify'
  method: 'GET' | 'POST'
  path: string
  answer: Answer
  /** The answer to a request whose If-None-Match names the ETag of `answer`. */
  notModified: Answer | undefined
}

/** A bare server in its own process. */
export interface Baseline {
  port: number
  pid: number
  stop: () => void
}

const ofTheConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** The answer without the headers that every server sets itself. */
const stripped = ({ status, headers, body }: Answer): Answer => ({
  status,
  body,
  headers: {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name))),
    ...(status === 200 ? { 'content-length': String(body.length) } : {}),
  },
})

/** Starts a bare server with the shop's answer, and checks its bytes. */
export async function startBaseline(
  kind: Script['kind'],
  request: BenchRequest,
  answer: Answer,
  notModified?: Answer,
): Promise<Baseline> {
  const worker = startWorker<Script, number>(new URL('server.ts', import.meta.url))
  try {
    const { method, path } = request
    const script = {
      kind,
      method,
      path,
      answer: stripped(answer),
      notModified: notModified && stripped(notModified),
    }
    const port = await worker.order(script)
    const due = notModified ?? answer
    const given = await askFor(due.status, port, request)
    if (!given.body.equals(due.body)) throw new Error(`${kind} does not answer the same bytes`)
    return { port, pid: worker.pid, stop: worker.stop }
  } catch (error) {
    worker.stop()
    throw error
  }
}
