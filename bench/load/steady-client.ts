import { Agent, request as httpRequest } from 'node:http'
import { work } from '../worker.ts'
import type { SteadyLoad, SteadyResult } from './steady.ts'

/**
 * Sends requests at a given average rate and independent moments (a Poisson process), without waiting for earlier
 * answers.
 */
async function run({ port, requests, rate, seconds }: SteadyLoad): Promise<SteadyResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const took: number[] = []
  const statuses: Record<number, number> = {}
  let bytes = 0

  const send = ({ method, path, headers, body }: SteadyLoad['requests'][number]) =>
    new Promise<void>((resolve, reject) => {
      const start = performance.now()
      const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        bytes += headBytes(answer.rawHeaders)
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        answer.on('error', reject)
        answer.on('end', () => {
          took.push(performance.now() - start)
          const status = answer.statusCode ?? 0
          statuses[status] = (statuses[status] ?? 0) + 1
          resolve()
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const start = performance.now()
  const under: Promise<void>[] = []
  let due = gap(rate)
  const ticking = setInterval(() => {
    const passed = (performance.now() - start) / 1000
    for (; due < Math.min(passed, seconds); due += gap(rate)) {
      const next = requests[under.length % requests.length]
      if (next) under.push(send(next))
    }
    if (passed < seconds) return
    clearInterval(ticking)
    Promise.all(under).then(() => resolve(), reject)
  }, 1)
  await over
  agent.destroy()
  return { took, statuses, bytes }
}

/** The size of the head of an answer: its status line, and each header with its colon, space and line end. */
const headBytes = (raw: readonly string[]) =>
  raw.reduce((sum, part) => sum + part.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)

/** Seconds until the next request. */
const gap = (rate: number) => -Math.log(1 - Math.random()) / rate

work(run)
