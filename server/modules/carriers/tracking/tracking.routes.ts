import { trackingWebhook } from '#contract/carriers/label.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { isFromCarrier } from '#server/platform/carriers/carrier.ts'
import { openCredential } from '../accounts/account-secret.ts'
import { findAccount } from '../accounts/account.queries.ts'
import { carrierOf } from '../accounts/connected.ts'
import { findTrackedLabel } from '../labels/label.queries.ts'
import { checkLabel } from '../labels/label.writes.ts'
import { trackLabel } from './track-label.ts'

/**
 * The messages of carriers. A message only triggers a question: what happened comes from the carrier, in its own order, so a
 * message that is late, repeated or forged with a stolen secret does no harm.
 */
export const trackingRoutes = [
  personalRoute(trackingWebhook, async ({ account: id }, { db, shop, services, signed }) => {
    const account = await findAccount(db, shop.shopId, { id })
    const { body, headers } = signed ?? { body: Buffer.of(), headers: {} }
    const tracking =
      // An unknown connection answers as a wrong secret does.
      account === undefined || account.webhookSecret === null
        ? undefined
        : carrierOf(services, account).readWebhook(
            body,
            headers,
            openCredential(services.keyedHash, account.webhookSecret),
          )
    if (account === undefined || tracking === undefined)
      throw new AppError(400, 'invalid_signature', 'The signature is invalid')
    if (tracking === null) return {}
    const label = await findTrackedLabel(db, shop.shopId, account.carrier, tracking)
    if (!label) return {}
    try {
      await trackLabel(db, services, label)
    } catch (error) {
      if (!isFromCarrier(error)) throw error
      await checkLabel(db, label, 'now')
    }
    return {}
  }),
]
