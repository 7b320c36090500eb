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

/**
 * Throws AppError 403 unless a browser proves that a form was sent from a page of the shop. A form cannot set a header, and
 * only browsers send forms, so a form without proof is refused. Browsers send Sec-Fetch-Site over https and to localhost, and
 * Origin with every POST.
 */
export function requireOwnForm(headers: IncomingHttpHeaders, ...own: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = site === undefined ? origin !== undefined && own.includes(origin) : site === 'same-origin'
  if (!isOwn) throw new AppError(403, 'cross_site', 'We refused this form because another site sent it.')
}
