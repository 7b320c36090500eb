import { links } from '#contract/links.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { giftCardEmail, sendEmailOnce } from '#server/modules/email/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { drain, workOnClaimed, type Job } from '#server/platform/jobs/job.ts'
import { makeCode, openCode } from './code.ts'
import { claimDueCard, type DueCard } from './gift-card.queries.ts'
import { GIFT_CARD_CHANNEL, noteEmailed, replaceCode } from './gift-card.writes.ts'

const INTERVAL_MS = 30_000

/** Writes the email of one card that is due, and forgets its code. False if none is due. Several processes may run it at once. */
export async function emailDueCard(db: Database, keyedHash: KeyedHash): Promise<boolean> {
  const done = await workOnClaimed(db, claimDueCard, async (tx, card) => {
    const { shopId, accountId, emails } = card
    const shop = await tx
      .selectFrom('shop')
      .select(['name', 'locale', 'time_zone as timeZone'])
      .where('config_id', '=', shopId)
      .executeTakeFirstOrThrow()
    const reference = `gift_card:${accountId}:${emails}`
    const content = contentOf(card, shop, await codeToSend(tx, keyedHash, card))
    await sendEmailOnce(tx, shopId, { recipient: card.recipientEmail, reference }, content)
    await noteEmailed(tx, shopId, accountId)
    return true
  })
  return done ?? false
}

/** The sealed code; or a new one if it was sealed with another secret, as in the archive of another installation. */
async function codeToSend(tx: Transaction, keyedHash: KeyedHash, card: DueCard): Promise<string> {
  const { shopId, accountId, sealedCode, recipientEmail: email, origin } = card
  try {
    return openCode(keyedHash, sealedCode)
  } catch {
    const code = makeCode()
    await replaceCode(tx, shopId, keyedHash, { accountId, code, email, origin })
    return code
  }
}

function contentOf(
  card: DueCard,
  { name, locale, timeZone }: { name: string; locale: string; timeZone: string },
  code: string,
) {
  const { currency, balance, expiresAt, origin } = card
  return giftCardEmail({
    shopName: name,
    name: card.recipientName,
    link: origin + links.products(),
    sender: card.senderName,
    message: card.message,
    code,
    balance: formatMoney(balance, currency, locale),
    // The last moment that is still valid.
    lastDay:
      expiresAt &&
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(expiresAt.getTime() - 1),
  })
}

/** Emails gift cards that are due: at once, and every 30 s those that wait for a day. */
export const giftCardJob = (db: Database, keyedHash: KeyedHash): Job => ({
  name: 'gift_cards',
  intervalMs: INTERVAL_MS,
  channel: GIFT_CARD_CHANNEL,
  run: drain(() => emailDueCard(db, keyedHash)),
})
