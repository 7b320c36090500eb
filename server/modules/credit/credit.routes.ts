import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import * as cards from '#contract/credit/gift-card.ts'
import * as storeCredit from '#contract/credit/store-credit.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { sentOrNot } from '#server/modules/email/index.ts'
import { enteredToMinor, toMajor } from '#server/modules/pricing/index.ts'
import { creditProblem } from './accounts/credit.rules.ts'
import { endOfDay } from './accounts/shop-day.ts'
import { codeOfCall, hashCode, makeCode } from './gift-cards/code.ts'
import {
  findCardByHash,
  listEntries,
  listGiftCards,
  readGiftCard,
  type EntryRow,
  type StoredCard,
} from './gift-cards/gift-card.queries.ts'
import { makePass } from './gift-cards/pass.ts'
import { changeCard, correctCard, giveNewCode, issueByHand } from './gift-cards/staff-gift-card.writes.ts'
import { findCustomerAccount, findStoreCredit } from './store-credit/store-credit.queries.ts'
import { changeStoreCredit } from './store-credit/store-credit.writes.ts'

/** A code has 79 random bits. The limits keep a network and a shopper from trying them all the same. */
const CODES_PER_NETWORK = { burst: 30, seconds: 60 }
const CODES_PER_SHOPPER = { burst: 10, seconds: 60 }

/** Gift cards and store credit, for the checkout and for staff. */
export const creditRoutes = [
  personalRoute(checkGiftCard, async ({ code }, context) => {
    const { db, shop, services } = context
    await limitCodes(context)
    const card = await findCardByHash(db, shop.shopId, hashCode(services.keyedHash, shop.shopId, code))
    const message = card
      ? creditProblem(card, shop)
      : 'We don’t know this gift card code. Please check it and try again.'
    if (!card || message !== null)
      throw new AppError(409, 'gift_card_refused', message ?? '', [{ path: 'code', message: message ?? '' }])
    return {
      data: {
        pass: makePass(services.keyedHash, shop.shopId, card.accountId),
        ending: card.ending,
        balance: toMajor(card.balance, card.currency),
        currency: card.currency,
        expiresAt: card.expiresAt?.toISOString() ?? null,
      },
    }
  }),

  route(cards.getGiftCards, async (input, { db, shop }) => {
    const { rows, total } = await listGiftCards(db, shop.shopId, input)
    return { data: rows.map(cardToView), total }
  }),

  route(cards.getGiftCard, async ({ id }, { db, shop: { shopId } }) => {
    const [card, entries] = await Promise.all([readGiftCard(db, shopId, id), listEntries(db, shopId, id)])
    const { senderName, message, order, orderSerial } = card
    const view = { ...cardToView(card), senderName, message, order, orderSerial }
    return { data: { ...view, entries: entries.map((entry) => entryToView(entry, card.currency)) } }
  }),

  personalRoute(cards.issueGiftCard, async (input, context) => {
    const { shop, services, origin } = context
    const email = input.recipientEmail ?? ''
    const code = newCode(context, 'issued')
    const id = await asStaff(context, async (tx, write) => {
      const expiresAt = await lastMoment(context, input.expiresOn)
      return issueByHand(tx, write, services.keyedHash, {
        code,
        currency: shop.currency,
        amount: enteredToMinor(input.amount, shop.currency, 'amount'),
        expiresAt,
        recipientEmail: email,
        recipientName: input.recipientName,
        senderName: '',
        message: input.message,
        origin,
        reason: input.reason,
      })
    })
    return {
      data: { id, code: email === '' ? code : null },
      message: email === '' ? 'Gift card issued' : sentOrNot(context, 'Gift card issued and emailed', email),
    }
  }),

  personalRoute(cards.updateGiftCard, async ({ id, isActive, expiresOn, version }, context) => {
    const expiresAt = expiresOn === undefined ? undefined : await lastMoment(context, expiresOn)
    await asStaff(context, (tx, write) =>
      changeCard(tx, write, id, {
        version,
        ...(isActive !== undefined && { isActive }),
        ...(expiresAt !== undefined && { expiresAt }),
      }),
    )
    const messages = { true: 'Gift card activated', false: 'Gift card deactivated' }
    return { message: isActive === undefined ? 'Gift card saved' : messages[`${isActive}`] }
  }),

  personalRoute(cards.replaceGiftCardCode, async ({ id, recipientEmail }, context) => {
    const email = recipientEmail ?? ''
    const code = newCode(context, `replaced ${id}`)
    await asStaff(context, async (tx, write) => {
      await giveNewCode(tx, write, context.services.keyedHash, { id, code, email, origin: context.origin })
      return null
    })
    return {
      data: { code: email === '' ? code : null },
      message: email === '' ? 'New code made' : sentOrNot(context, 'New code emailed', email),
    }
  }),

  personalRoute(cards.correctGiftCard, async ({ id, change, reason }, context) => {
    const { shopId, locale } = context.shop
    const balance = await asStaff(context, async (tx, write) => {
      // The shop may have changed its currency since.
      const { currency } = await readGiftCard(tx, shopId, id)
      const wish = { id, change: signedMinor(change, currency), reason, locale }
      return toMajor(await correctCard(tx, write, wish), currency)
    })
    return { data: { balance }, message: 'Balance corrected' }
  }),

  route(storeCredit.getStoreCredit, async ({ id }, { db, shop: { shopId, currency } }) => {
    const userId = await findCustomerAccount(db, shopId, id)
    const account = userId === null ? undefined : await findStoreCredit(db, shopId, { userId, currency })
    const entries = account ? await listEntries(db, shopId, account.id) : []
    return {
      data: {
        hasAccount: userId !== null,
        balance: toMajor(account?.balance ?? 0, currency),
        currency,
        entries: entries.map((entry) => entryToView(entry, currency)),
      },
    }
  }),

  personalRoute(storeCredit.changeStoreCredit, async ({ id: customerId, change, reason }, context) => {
    const { currency, locale } = context.shop
    const minor = signedMinor(change, currency)
    const balance = await asStaff(context, (tx, write) =>
      changeStoreCredit(tx, write, { customerId, currency, change: minor, reason, locale }),
    )
    return {
      data: { balance: toMajor(balance, currency) },
      message: minor > 0 ? 'Store credit given' : 'Store credit taken',
    }
  }),
]

/** A code for a call. A repeated call gets the same one, which no stored answer has. */
function newCode({ shop, caller, services, idempotent }: PersonalContext, what: string): string {
  if (!idempotent) return makeCode()
  return codeOfCall(services.keyedHash, [shop.shopId, caller?.userId, what, idempotent.key].join(' '))
}

async function limitCodes({
  clientAddress,
  shop,
  caller,
  shopper,
  services,
}: PersonalContext): Promise<void> {
  const { limits } = services
  if (!limits.on) return
  await limits.take(`gift card:${shop.shopId}:network:${clientAddress}`, CODES_PER_NETWORK)
  const who = caller ? `user:${caller.userId}` : `shopper:${(await shopper.find()) ?? ''}`
  if (who !== 'shopper:') await limits.take(`gift card:${shop.shopId}:${who}`, CODES_PER_SHOPPER)
}

/** The moment at which a card stops paying. AppError 400 for a day that is over. */
async function lastMoment(
  { db, shop }: Pick<PersonalContext, 'db' | 'shop'>,
  day: string | null,
): Promise<Date | null> {
  if (day === null) return null
  const { at, isPast } = await endOfDay(db, day, shop.timeZone)
  if (!isPast) return at
  const message = 'Choose a day that is not over'
  throw new AppError(400, 'invalid_input', message, [{ path: 'expiresOn', message }])
}

/** An entered change in minor units. AppError 400 for 0, and for decimals that the currency does not have. */
function signedMinor(change: number, currency: string): number {
  const minor = enteredToMinor(Math.abs(change), currency, 'change') * Math.sign(change)
  if (minor !== 0) return minor
  const message = 'Enter an amount'
  throw new AppError(400, 'invalid_input', message, [{ path: 'change', message }])
}

function cardToView({
  senderName: _sender,
  message: _message,
  order: _order,
  orderSerial: _serial,
  deactivatedAt: _deactivated,
  ...card
}: StoredCard) {
  return {
    ...card,
    balance: toMajor(card.balance, card.currency),
    issued: toMajor(card.issued, card.currency),
    expiresAt: card.expiresAt?.toISOString() ?? null,
    sendAt: card.sendAt?.toISOString() ?? null,
    emailedAt: card.emailedAt?.toISOString() ?? null,
    createdAt: card.createdAt.toISOString(),
  }
}

const entryToView = (entry: EntryRow, currency: string) => ({
  ...entry,
  amount: toMajor(entry.amount, currency),
  at: entry.at.toISOString(),
})
