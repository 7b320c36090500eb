import type { onResponseHookHandler } from 'fastify'
import { withoutQuery } from '../cache/fast-path.ts'

/** Addresses whose last part opens what an agent has prepared: in the log it would be a key to names and addresses. */
const secretPaths = /^\/+(continue|api\/+agent-checkouts)\/+[^/]+/i

/**
 * What the log shows of an address: its path, with `:id` in the place of a secret. The query may hold secrets, too. An address
 * may be escaped, and its route is the same.
 */
export function loggedPath(url: string): string {
  const path = withoutQuery(url)
  const plain = path.replaceAll(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  const [secret, name] = secretPaths.exec(plain) ?? []
  if (secret === undefined || name === undefined) return path
  return `/${name.toLowerCase().replaceAll(/\/+/g, '/')}/:id${plain.slice(secret.length)}`
}

/** Logs each answer. `otherPath` says what the log shows of an address of other doors; undefined: it is none. */
export const logAnswer =
  (otherPath: (url: string, route?: string) => string | undefined): onResponseHookHandler =>
  ({ log, method, url, routeOptions }, reply, done) => {
    const path = otherPath(url, routeOptions.url) ?? loggedPath(url)
    log.info({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
    done()
  }
