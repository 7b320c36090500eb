import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import { findAgentOrder, signingKey } from '#server/modules/agents/index.ts'
import { signRequest } from '#server/platform/http-signature/sign.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { UCP_VERSION } from '../operation.ts'
import { orderBody } from './order-body.ts'

/** An event of an order that came through a platform. */
interface PlatformEvent {
  shopId: number
  platformId: number
  orderNumber: string
  eventId: number
  url: string
}

/**
 * What the platform receives for an event: the whole order as it is now, signed with the key of the shop. An attempt that is made
 * again has the same id, with the order of then. Undefined if there is no such order.
 */
export const platformRequest =
  (keyedHash: KeyedHash) =>
  async (
    db: Database,
    { shopId, platformId, orderNumber, eventId, url }: PlatformEvent,
  ): Promise<{ body: string; headers: Record<string, string> } | undefined> => {
    const found = await findAgentOrder(db, { shopId, platformId, keyedHash }, orderNumber)
    if (!found) return undefined
    const { locale } = await db
      .selectFrom('shop')
      .select('locale')
      .where('config_id', '=', shopId)
      .executeTakeFirstOrThrow()
    const capability = 'dev.ucp.shopping.order'
    const ucp = {
      version: UCP_VERSION,
      status: 'success',
      capabilities: { [capability]: [{ version: UCP_VERSION }] },
    }
    const body = JSON.stringify({ ucp, ...orderBody(found, locale) })
    const headers = {
      'content-type': 'application/json',
      'ucp-agent': `profile="${found.order.origin}/.well-known/ucp"`,
      'webhook-id': deliveryId(shopId, platformId, eventId),
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    }
    const key = await signingKey(db, { shopId, keyedHash })
    const signed = signRequest({ method: 'POST', url: new URL(url), headers, body: Buffer.from(body) }, key)
    return { body, headers: { ...headers, ...signed } }
  }

/** A UUID (version 8 of RFC 9562) that each attempt to deliver the event has. */
function deliveryId(...parts: number[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
