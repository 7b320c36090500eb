import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listing, text, version } from '../fields.ts'
import { ownAddress } from '../own-address.ts'

/** The path as requests have it: encoded, and without a slash at its end. */
export const requestPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

const reserved = /^\/(?:api|dashboard|assets|uploads|_page)(?:\/|$)/i

/** The path that a redirect answers. */
const from = text(1000)
  .trim()
  .transform((address, context) => {
    const url = ownAddress(address)
    const message =
      !url || url.search || url.hash
        ? 'Enter a path of this shop, such as /old/mug'
        : requestPath(url.pathname) === '/' || reserved.test(url.pathname)
          ? 'This address can’t be redirected'
          : undefined
    if (message === undefined) return requestPath(url?.pathname ?? '')
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** Where it leads: a path of this shop. */
const to = text(1000)
  .trim()
  .transform((address, context) => {
    const url = ownAddress(address)
    if (url) return requestPath(url.pathname) + url.search + url.hash
    context.addIssue({ code: 'custom', message: 'Enter a path of this shop, such as /products' })
    return z.NEVER
  })

/** The input of a redirect; the dashboard’s form and imports use it too. */
export const redirectInput = z.strictObject({ from, to })

export const redirectRow = z.object({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  version: z.number().int(),
})
export type RedirectRow = z.infer<typeof redirectRow>

export const redirectSorts = ['from', '-from', 'newest'] as const

export const getRedirects = endpoint({
  method: 'GET',
  path: 'admin/redirects',
  audience: 'staff:content',
  summary: 'Redirects from old paths of the shop; q searches both paths',
  input: z.strictObject({ ...listing, sort: z.enum(redirectSorts).default('from') }),
  answer: z.object({ data: z.array(redirectRow), total: z.number().int() }),
})

export const getRedirect = endpoint({
  method: 'GET',
  path: 'admin/redirects/:id',
  audience: 'staff:content',
  summary: 'One redirect',
  input: z.strictObject({ id }),
  answer: z.object({ data: redirectRow }),
})

export const createRedirect = endpoint({
  method: 'POST',
  path: 'admin/redirects',
  audience: 'staff:content',
  takesIdempotencyKey: true,
  summary: 'Adds a redirect. A page of the shop wins over it. Refuses chains of redirects',
  input: redirectInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const updateRedirect = endpoint({
  method: 'PATCH',
  path: 'admin/redirects/:id',
  audience: 'staff:content',
  summary: 'Changes a redirect',
  input: redirectInput.partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deleteRedirect = endpoint({
  method: 'DELETE',
  path: 'admin/redirects/:id',
  audience: 'staff:content',
  summary: 'Deletes a redirect',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const redirectEndpoints = [
  getRedirects,
  getRedirect,
  createRedirect,
  updateRedirect,
  deleteRedirect,
] as const
