import type { Transaction } from '#server/db/connect.ts'
import type { Platform } from '#server/modules/agents/index.ts'
import type { SessionKey } from '#server/modules/checkout-sessions/index.ts'
import type { z } from 'zod'
import type { PersonalContext } from '#server/http/route.ts'

/** The version of the protocol that these doors speak. Another version is another folder beside this one. */
export const UCP_VERSION = '2026-04-08'

/** What an operation receives beside its validated input. */
export interface UcpCall {
  /** Without caller, cookies and shopper: a platform is none of them. */
  context: PersonalContext
  platform: Platform
  /** Names of the capabilities that both sides know, extensions included. */
  capabilities: ReadonlySet<string>
  /** Names of the payment handlers in the platform's profile. */
  platformHandlers: ReadonlySet<string>
  /** The settings of the platform for a capability, from its profile. */
  platformConfig(capability: string): Record<string, unknown>
}

/** The result of an operation. The door adds the envelope `ucp`. */
export interface UcpResult {
  /** Without `ucp`. */
  body: object
  /** Payment handlers for the envelope, in answers of the checkout. */
  paymentHandlers?: object
}

/** An operation of the protocol, which both doors (REST and MCP) offer. */
export interface UcpOperation<I extends z.ZodType = z.ZodType> {
  /** The name of the tool in MCP, such as `create_checkout`. */
  tool: string
  /** What the tool does, for a model. */
  description: string
  method: 'GET' | 'POST' | 'PUT'
  /** Below the endpoint, such as `/checkout-sessions/:id`. */
  path: string
  capability: string
  /** The argument of MCP that has the body: `catalog`, `cart` or `checkout`. Absent: the operation has no body. */
  argument?: string
  /** The body with, if the path has one, the `id`. */
  input: I
  /** Answers 201. */
  created?: boolean
  /** Refuses a call without Idempotency-Key. */
  requiresKey?: boolean
  run(input: z.output<I>, call: UcpCall): Promise<UcpResult>
}

/** Declares an operation. */
export function operation<I extends z.ZodType>(declared: UcpOperation<I>): UcpOperation {
  return declared
}

/** How a platform names a cart or a session of its own. */
export const keyOf = ({ context, platform }: UcpCall, id: string): SessionKey => ({
  shopId: context.shop.shopId,
  platformId: platform.id,
  id,
})

/**
 * Runs work of a call in one transaction. The work reads through the connection of the transaction: a second one for each call would
 * leave none for anybody once as many calls run as there are connections.
 */
export const inTransaction = <T>(
  call: UcpCall,
  work: (tx: Transaction, own: UcpCall) => Promise<T>,
): Promise<T> =>
  call.context.db.transaction().execute((tx) => work(tx, { ...call, context: { ...call.context, db: tx } }))
