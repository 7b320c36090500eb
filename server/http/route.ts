import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Endpoint, Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import type { Services } from './services.ts'
import type { Cookies } from './session/cookies.ts'
import type { OwnRows, ShopperAccess } from './session/shopper-access.ts'

/** The shop that the request's Host belongs to. */
export interface ShopContext {
  shopId: number
  name: string
  tagline: string
  /** ISO 4217 */
  currency: string
  /** BCP 47 */
  locale: string
  /** IANA */
  timeZone: string
  /** The contact address of the shop; may be empty. */
  email: string
}

/** The signed-in user, as the session identifies them; never taken from the payload. */
export interface Caller {
  userId: number
  fullName: string
  /** 0 for an API key. */
  roleId: number
  permissions: readonly Permission[]
  /** Staff set the password, so the user must choose another one before anything else. */
  mustChangePassword: boolean
  /** The session's public id; its secret is in the cookie. 0 for an API key. */
  sessionId: number
  /** The API key that calls for this user, with its own name as `fullName` and its own permissions. */
  apiKeyId?: number
  /** The API key may only read. */
  readOnly?: boolean
  /** Undefined until the user has a cart or a wishlist. */
  shopperId: number | undefined
}

/** What every handler receives beside its validated input. */
export interface RequestContext {
  db: Database
  shop: ShopContext
  /** Undefined if the caller is not signed in. */
  caller: Caller | undefined
  services: Services
  /** The Idempotency-Key of a call that takes one, with everything that was sent under it; see `runIdempotentCall`. */
  idempotent?: { key: string; body: unknown } | undefined
}

/** What handlers receive whose answer depends on the caller. */
export interface PersonalContext extends RequestContext {
  /** Scheme and host as shoppers see them, for links in email. */
  origin: string
  /** The sender's network address (for IPv6 the /64), from the socket or from trusted proxies. */
  clientAddress: string
  userAgent: string
  /** The API key that calls, also where it stands for no shopper. */
  apiKeyId: number | undefined
  cookies: Cookies
  shopper: ShopperAccess
  /** Present for signed endpoints. */
  signed: { body: Buffer; headers: IncomingHttpHeaders } | undefined
  /** Uploaded files by the names that the endpoint declares. */
  files: Readonly<Record<string, readonly Buffer[]>>
}

/** The answer of an endpoint, with a message for people; endpoints without answer fields return only the message. */
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

/** An endpoint of the contract with its handler. */
export interface Route<I extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  endpoint: Endpoint<I, A>
  handle: Handler<I, A>
  /** The handler needs a `PersonalContext`. */
  personal?: boolean
  /** Throws before the request is read if the server is too busy for another call of this kind. */
  admit?: (() => void) | undefined
  /** A read that may run on a replica of the database. Public reads may in any case. */
  readsReplica?: true
  /** What the handler reads of the shopper. It is read with the caller. */
  ownRows?: OwnRows | undefined
}

/** Pairs an endpoint with its handler. Modules export lists of routes, which `app.ts` mounts. */
export function route<I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  handle: Handler<I, A>,
): Route {
  return { endpoint, handle } as unknown as Route
}

/** The same for an endpoint whose answer depends on the caller, or that changes something. */
export function personalRoute<I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  handle: PersonalHandler<I, A>,
  options: Pick<Route, 'admit' | 'ownRows'> = {},
): Route {
  return { endpoint, handle, personal: true, ...options } as unknown as Route
}

/** The same route, whose reads may run on a replica. It sees every write that was committed before it began. */
export const onReplica = (read: Route): Route => ({ ...read, readsReplica: true })

/** Whether the answer is the same for everyone and cached until the catalog changes. */
export const isPublicRead = ({ endpoint: { audience, cache } }: Route) =>
  audience === 'public' && cache !== undefined
