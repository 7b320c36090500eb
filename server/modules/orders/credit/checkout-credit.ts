import type { CheckoutCredit } from '#contract/credit/checkout-credit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import {
  accountOfPass,
  coverTotal,
  creditProblem,
  findSources,
  type CreditSource,
} from '#server/modules/credit/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { NOT_BY_CREDIT } from './gift-lines.rules.ts'

/** What the checkout is asked to pay with. */
interface CreditChoice {
  giftCards?: readonly string[] | undefined
  storeCredit?: boolean | undefined
}

/** The gift cards and the store credit of a checkout, before its total is known. */
export interface FoundCredit {
  cards: readonly { pass: string; source: CreditSource | undefined }[]
  /** Undefined: the customer has none. */
  storeCredit: CreditSource | undefined
  usesStoreCredit: boolean
}

/** Reads the gift cards of the passes, and the store credit of the signed-in customer. */
export async function findCheckoutCredit(
  { db, shop, caller, services: { keyedHash } }: PersonalContext,
  { giftCards = [], storeCredit = false }: CreditChoice,
): Promise<FoundCredit> {
  const ids = new Set<number>()
  const passes = giftCards.flatMap((pass) => {
    const id = accountOfPass(keyedHash, shop.shopId, pass)
    // A card that was entered twice is one.
    if (id !== undefined && ids.has(id)) return []
    if (id !== undefined) ids.add(id)
    return [{ pass, id }]
  })
  const sources = await findSources(db, shop, { cards: [...ids], userId: caller?.userId })
  const own = sources.find(({ kind }) => kind === 'store_credit')
  return {
    cards: passes.map(({ pass, id }) => ({
      pass,
      source: sources.find(({ kind, accountId }) => kind === 'gift_card' && accountId === id),
    })),
    storeCredit: own && own.balance > 0 ? own : undefined,
    usesStoreCredit: storeCredit,
  }
}

/** What they pay of a total in minor units, for the checkout page, and what is left to pay. */
export function coverCheckout(
  { cards, storeCredit, usesStoreCredit }: FoundCredit,
  total: number,
  { shop, sellsGifts }: { shop: PersonalContext['shop']; sellsGifts: boolean },
): { view: CheckoutCredit; rest: number; kind: CreditSource['kind'] } {
  const problems = cards.map(({ source }) =>
    sellsGifts ? NOT_BY_CREDIT : source ? creditProblem(source, shop) : 'Please enter this gift card again.',
  )
  const paying = cards.map(({ source }, index) => ({
    balance: source && problems[index] === null ? source.balance : 0,
  }))
  const covers = coverTotal(total, [
    ...paying,
    { balance: storeCredit && usesStoreCredit && !sellsGifts ? storeCredit.balance : 0 },
  ]).map(({ amount }) => amount)
  const sum = covers.reduce((all, amount) => all + amount, 0)
  const major = (minor: number) => toMajor(minor, shop.currency)
  return {
    view: {
      cards: cards.map(({ pass, source }, index) => ({
        pass,
        ending: source?.ending ?? '',
        balance: source ? toMajor(source.balance, source.currency) : 0,
        covers: major(covers[index] ?? 0),
        problem: problems[index] ?? null,
      })),
      storeCredit:
        storeCredit && !sellsGifts
          ? { balance: major(storeCredit.balance), covers: major(covers.at(-1) ?? 0) }
          : null,
      covers: major(sum),
      rest: major(total - sum),
      problem: null,
    },
    rest: total - sum,
    kind: covers.slice(0, -1).some((amount) => amount > 0) ? 'gift_card' : 'store_credit',
  }
}
