import type { z } from 'zod'
import type { Endpoint, Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import type { Changes } from './changes.ts'

/** The shop that the request's Host belongs to. */
export interface ShopContext {
  configId: number
  name: string
  tagline: string
  /** ISO 4217 */
  currency: string
  /** BCP 47 */
  locale: string
  /** IANA */
  timeZone: string
}

/** Who calls, as the server knows it from the session; never from the payload. */
export interface Caller {
  userId: number
  roleId: number
  permissions: readonly Permission[]
}

/** What a handler gets beside its validated input. */
export interface RequestContext {
  db: Database
  shop: ShopContext
  /** Absent where nobody is signed in. */
  caller: Caller | undefined
  /** Tells whether what was derived from the catalogue is still true. Absent where nothing may be remembered. */
  changes?: Pick<Changes, 'now' | 'since'>
}

type Handler<I extends z.ZodType, A extends z.ZodType> = (
  input: z.output<I>,
  context: RequestContext,
) => Promise<z.input<A> & { message?: string }>

/** One endpoint of the contract with the code that answers it. */
export interface Route<I extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  endpoint: Endpoint<I, A>
  handle: Handler<I, A>
}

/** Pairs an endpoint with its handler; a module exports a list of these, and `app.ts` mounts them. */
export function route<I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  handle: Handler<I, A>,
): Route {
  return { endpoint, handle }
}

/** Whether the answer is the same for everyone and kept until the catalogue changes. */
export const isPublicRead = ({ endpoint: { audience, cache } }: Route) =>
  audience === 'public' && cache !== undefined
