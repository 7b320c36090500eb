import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'

/**
 * Throws AppError 403 if a browser sends a changing call for another site (cross-site request forgery). Programs send
 * neither header and carry no cookies that another site could misuse. `own` has the origins under which the browser may
 * know the shop.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, ...own: readonly string[]): void {
  const site = headers['sec-fetch-site']
  const foreign =
    site === undefined
      ? headers.origin !== undefined && !own.includes(headers.origin)
      : site !== 'same-origin' && site !== 'none'
  if (foreign) throw new AppError(403, 'cross_site', 'We refused this call because another site sent it.')
}
