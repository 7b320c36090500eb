import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from './errors.ts'

/**
 * Refuses a state-changing call that another site made a browser send (403). Programs send neither header, and carry
 * no cookie that they were tricked into.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, origin: string): void {
  const site = headers['sec-fetch-site']
  const foreign =
    site === undefined
      ? headers.origin !== undefined && headers.origin !== origin
      : site !== 'same-origin' && site !== 'none'
  if (foreign) throw new AppError(403, 'cross_site', 'This call came from another site and was refused.')
}
