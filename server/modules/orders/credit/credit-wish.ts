import type { PersonalContext } from '#server/http/route.ts'
import { accountOfPass, type CreditWish } from '#server/modules/credit/index.ts'
import { refused } from './cover.rules.ts'

/** The accounts that a request wants to pay with. AppError 409 `gift_card_refused` for a pass that is not valid any more. */
export function creditWish(
  { shop: { shopId }, caller, services: { keyedHash } }: PersonalContext,
  { giftCards = [], storeCredit = false }: { giftCards?: readonly string[]; storeCredit?: boolean },
): CreditWish {
  const cards = giftCards.map((pass) => accountOfPass(keyedHash, shopId, pass))
  if (cards.includes(undefined)) throw refused('Please enter your gift card again.')
  return {
    cards: [...new Set(cards.filter((id) => id !== undefined))],
    userId: storeCredit ? caller?.userId : undefined,
  }
}
