import { links } from '#contract/links.ts'
import type { Database } from '#server/db/connect.ts'
import { reviewRequestEmail, sendEmail } from '#server/modules/email/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { claimReviewRequests } from './review-request.queries.ts'
import { unsubscribeTokenOf } from './unsubscribe-token.ts'

const TEN_MINUTES_MS = 600_000

/** Asks customers of all shops for comments on what was delivered, as their settings say. Safe to run in parallel. */
export const reviewRequestJob = (db: Database, keyedHash: KeyedHash): Job => ({
  name: 'review_requests',
  intervalMs: TEN_MINUTES_MS,
  firstRunMs: 60_000,
  async run(signal) {
    const shops = await db.selectFrom('shop').select(['config_id', 'name', 'currency']).execute()
    for (const { config_id: shopId, name, currency } of shops) {
      const { request_days: days } = await findSettings(db, { shopId, currency }, 'reviews')
      while (days > 0 && !signal.aborted && (await sendRequests(db, keyedHash, { shopId, name }, days)));
    }
  },
})

/** Sends the emails of one batch of orders. Returns whether there was one. */
function sendRequests(
  db: Database,
  keyedHash: KeyedHash,
  shop: { shopId: number; name: string },
  days: number,
): Promise<boolean> {
  const { shopId, name: shopName } = shop
  return db.transaction().execute(async (tx) => {
    const { claimed, requests } = await claimReviewRequests(tx, shopId, days)
    for (const { number, email, name, origin, products } of requests) {
      const token = unsubscribeTokenOf(keyedHash, shopId, number)
      const [first, ...others] = products.map((product) => ({
        name: product.name,
        link: origin + links.commentForm(product.id),
      }))
      if (!first) continue
      const content = reviewRequestEmail({
        shopName,
        name,
        link: first.link,
        product: first.name,
        others,
        unsubscribeLink: origin + links.unsubscribe(token),
      })
      const unsubscribeUrl = `${origin}/api/unsubscribe/${encodeURIComponent(token)}`
      await sendEmail(tx, shopId, email, content, { unsubscribeUrl })
    }
    return claimed > 0
  })
}
