import type { FastifyReply, FastifyRequest } from 'fastify'
import { withinBudget } from '#server/db/connect.ts'
import { dataHeaders } from '#server/http/pages/security-headers.ts'
import { callBudget } from '#server/http/routing/time-limits.ts'
import { signingKey } from '#server/modules/agents/index.ts'
import { signResponse } from '#server/platform/http-signature/sign.ts'
import type { UcpOperation } from '../operation.ts'
import type { DoorDeps } from './answer-call.ts'
import type { Answer } from './envelope.ts'

/** The answer to this call may have to prove later that the shop gave it. */
const SIGNED_TOOL = 'complete_checkout'

/** Signs the answer to a completed checkout, by headers. If that fails, the answer goes out unsigned: the order is placed. */
export async function signAnswer(
  { db, services: { keyedHash }, targets }: DoorDeps,
  { tool }: UcpOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, text }: Answer,
): Promise<void> {
  if (tool !== SIGNED_TOOL) return
  const sign = async () => {
    const { shop } = await targets.find(request.raw)
    const key = await signingKey(db, { shopId: shop.shopId, keyedHash })
    const headers = { 'content-type': String(dataHeaders['content-type']) }
    return signResponse({ status, headers, body: Buffer.from(text) }, key)
  }
  try {
    const headers = await withinBudget(callBudget('ucp signature', true), sign)
    // The digest covers the bytes as they are sent, so nothing may compress them.
    void reply.headers({ ...headers, 'cache-control': 'no-store, no-transform' })
  } catch (error) {
    request.log.warn({ err: error }, 'answer could not be signed')
  }
}
