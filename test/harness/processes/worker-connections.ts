import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The answer of one worker process. */
interface Answered {
  status: number
  /** Identifies the process; changes at each start. */
  process: string
  body: string
  cookies: string[]
}

/** A keep-alive connection, which always reaches the same process. */
export interface Reach {
  process: string
  get(path: string, cookie?: string): Promise<Answered>
  post(path: string, body: object, cookie?: string): Promise<Answered>
  patch(path: string, body: object, cookie?: string): Promise<Answered>
  close(): void
}

/** Opens connections until that many processes have answered. Returns one connection per process. */
export async function reachAll(address: string, processes: number): Promise<Reach[]> {
  const found = new Map<string, Reach>()
  for (let tries = 0; found.size < processes; tries++) {
    if (tries === 50 * processes) throw new Error(`Only ${found.size} processes answer at ${address}.`)
    const one = await reach(address)
    if (found.has(one.process)) one.close()
    else found.set(one.process, one)
  }
  return [...found.values()]
}

async function reach(address: string): Promise<Reach> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (method: string, path: string, body?: object, cookie = '') => {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(cookie && { cookie }) }
    const sent = request(`${address}${path}`, { agent, method, headers }, (response) => {
      const { statusCode = 0, headers: told } = response
      const [name = ''] = String(told['x-request-id']).split('-')
      const cookies = (told['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
      text(response).then(
        (answer) => resolve({ status: statusCode, process: name, body: answer, cookies }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
    return promise
  }
  // The agent reopens a closed connection, which may reach another process.
  const { process } = await ask('GET', '/healthz')
  return {
    process,
    get: (path, cookie) => ask('GET', path, undefined, cookie),
    post: (path, body, cookie) => ask('POST', path, body, cookie),
    patch: (path, body, cookie) => ask('PATCH', path, body, cookie),
    close: () => agent.destroy(),
  }
}
