import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Endpoint, Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import type { OnlineProvider } from '#server/platform/online-payment.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { Changes } from './changes.ts'
import type { Cookies } from './cookies.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { Limits } from './rate-limit.ts'
import type { ShopperAccess } from './shopper.ts'

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
  /** The password was given, and another one has to be chosen before anything else. */
  mustChangePassword: boolean
  /** Of the session, for lists; the secret is in the cookie. */
  sessionId: number
  /** Absent until the user keeps something. */
  shopperId: number | undefined
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

/** What a call that is not the same for everyone gets besides. */
export interface PersonalContext extends RequestContext {
  /** Scheme and host as shoppers see them, for links in mail. */
  origin: string
  /** Network address of the sender, of IPv6 the /64: the real socket, or what trusted proxies say. */
  clientAddress: string
  userAgent: string
  idempotencyKey: string | undefined
  cookies: Cookies
  shopper: ShopperAccess
  limits: Limits
  /** Signs what the browser may read but not change. */
  sign(claims: Record<string, unknown>): string
  keyedHash: KeyedHash
  /** Where pictures are kept. */
  storage: Storage
  /** Whether mail is sent from here; else it is read in the outbox alone. */
  sendsMail: boolean
  /** Companies that take payments on their own pages. */
  online: readonly OnlineProvider[]
  /** Of a signed call. */
  signed: { body: Buffer; headers: IncomingHttpHeaders } | undefined
  /** By the names that the endpoint declares. */
  files: Readonly<Record<string, readonly Buffer[]>>
}

/** The answer of an endpoint with a sentence for a person; an answer without fields is nothing but that sentence. */
type Answered<A extends z.ZodType> = {
  message?: string
} & (Record<string, never> extends z.input<A> ? unknown : z.input<A>)

type PersonalHandler<I extends z.ZodType, A extends z.ZodType> = (
  input: z.output<I>,
  context: PersonalContext,
) => Promise<Answered<A>>

type Handler<I extends z.ZodType, A extends z.ZodType> = (
  input: z.output<I>,
  context: RequestContext,
) => Promise<Answered<A>>

/** One endpoint of the contract with the code that answers it. */
export interface Route<I extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  endpoint: Endpoint<I, A>
  handle: Handler<I, A>
  /** Its handler needs a `PersonalContext`. */
  personal?: boolean
  /** Throws what refuses the call before anything of it is looked at, where there is no room for more of its kind. */
  admit?: (() => void) | undefined
}

/** Pairs an endpoint with its handler; a module exports a list of these, and `app.ts` mounts them. */
export function route<I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  handle: Handler<I, A>,
): Route {
  return { endpoint, handle } as unknown as Route
}

/** The same for an endpoint whose answer depends on who calls, or that changes something. */
export function personalRoute<I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  handle: PersonalHandler<I, A>,
  { admit }: Pick<Route, 'admit'> = {},
): Route {
  return { endpoint, handle, personal: true, admit } as unknown as Route
}

/** Whether the answer is the same for everyone and kept until the catalogue changes. */
export const isPublicRead = ({ endpoint: { audience, cache } }: Route) =>
  audience === 'public' && cache !== undefined
