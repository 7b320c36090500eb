import { getCheckout, type Checkout } from '#contract/orders/checkout.ts'
import { countryNames } from '#contract/orders/address/country-names.ts'
import { links } from '#contract/links.ts'
import { getAddressFormat } from '#contract/orders/delivery/postal-code.ts'
import { getAddresses, type Address } from '#contract/identity/account.ts'
import { getSession } from '#contract/identity/auth.ts'
import type { Call } from '#contract/endpoint.ts'
import { addressFormatsKey } from '#web/data/address-format.ts'
import { addressesKey } from '#web/data/account/addresses.ts'
import { checkoutKey } from '#web/data/checkout/checkout.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'
import { isRefusal, redirect, type RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'
import { personalCallContext, postedFormContext } from '#web/lib/on-server/page-context.ts'
import type { PersonalData } from '#web/lib/query-client.ts'
import { couponFields } from '../cart/coupon-code.ts'
import { changedFieldsContext } from './credit/gift-card-form.ts'
import { parseBuyNowItem } from './buy-now-item.ts'
import type { Fields } from './checkout-body.ts'
import { checkoutQuery } from './checkout-query.ts'
import { preparedFields, readSession } from './prepared/prepared-fields.ts'
import { readAgentCheckout } from './prepared/read-agent-checkout.ts'

/** What a checkout page starts with, if the server renders it for its visitor. */
export interface CheckoutPage {
  personal: PersonalData
  /** The posted fields; of a page that is only read, those of its address and of an agent. */
  fields: Fields
  /** The fields that an agent has sent. */
  prepared: Fields
  /** The idempotency key of the form, with which a press before React arrives and one after it are the same order. */
  key: string
  /** Why there is nothing to check out. */
  problem: string | undefined
}

/** Reads the page for its visitor. Undefined in the browser, which asks for everything itself. */
export async function loadCheckout(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<CheckoutPage | undefined> {
  const call = context.get(personalCallContext)
  if (!call) return undefined
  const posted = context.get(postedFormContext)
  const { searchParams: search } = new URL(request.url)
  const session = readSession(search)
  const prepared = await readPrepared(call, session, posted !== null)
  const typed =
    context.get(changedFieldsContext) ?? (posted ? postedFields(posted.fields) : couponFields(search))
  const fields = { ...prepared, ...typed }
  const { query, isSignedIn, addresses, quote, problem } = await readCheckoutFor(call, request, fields)
  // The link of a checkout may be opened in a browser whose cart has none of its items.
  if (session !== undefined && prepared['session'] && !posted && quote?.lines.length === 0)
    throw redirect(links.continueCheckout(session))
  const saved = addresses.map(({ country }) => country)
  const shown = ['shipping.country', 'billing.country'].map((name) => fields[name] ?? '')
  const formats = [saved, ...[...shown, quote?.countries[0] ?? ''].map((country) => [country])]
    .filter((countries) => countries.length > 0 && countries.every((country) => countryNames.has(country)))
    .map(async (countries) => ({
      key: addressFormatsKey(countries),
      data: await readFormats(call, countries),
    }))
  const personal = [
    ...(await Promise.all(formats)),
    ...(isSignedIn ? [{ key: addressesKey, data: addresses }] : []),
    ...(quote ? [{ key: checkoutKey(query), data: quote }] : []),
  ]
  return { personal, fields, prepared, key: newIdempotencyKey(), problem }
}

/** The fields of the checkout of an agent. Its order is placed: opens the page that says so, unless this is the answer to a form. */
async function readPrepared(call: Call, session: string | undefined, isPosted: boolean): Promise<Fields> {
  const found = session === undefined ? undefined : await readAgentCheckout(call, session)
  if (session === undefined || !found) return {}
  if (found.state === 'ordered' && !isPosted) throw redirect(links.continueCheckout(session))
  return preparedFields(session, found)
}

async function readFormats(call: Call, countries: readonly string[]) {
  const entries = countries.map(
    async (country) => [country, (await call(getAddressFormat, { country })).data] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** The addresses and the costs of the order that the fields describe. A refused order has a `problem` instead of a `quote`. */
export async function readCheckoutFor(call: Call, { url }: Request, fields: Fields) {
  const item = parseBuyNowItem(new URL(url).searchParams)
  const isSignedIn = (await call(getSession, {})).data !== null
  const addresses: Address[] = isSignedIn ? (await call(getAddresses, {})).data : []
  const query = checkoutQuery(fields, { addresses, item })
  const answer: { quote?: Checkout; problem?: string } = await call(getCheckout, query).then(
    ({ data: quote }) => ({ quote }),
    (error: unknown) => {
      if (isRefusal(error)) return { problem: error.message }
      throw error
    },
  )
  return { item, isSignedIn, addresses, query, quote: answer.quote, problem: answer.problem }
}

/** The fields of a posted checkout. Browsers leave out what is not checked. A typed coupon counts like an applied one. */
export function postedFields(fields: Fields): Fields {
  const {
    couponText = '',
    do: pressed,
    key: _key,
    expectedTotal: _total,
    expectedCredit: _credit,
    ...rest
  } = fields
  const coupon = pressed === 'remove-coupon' ? '' : couponText.trim() || (fields['coupon'] ?? '')
  return { sameBilling: 'off', save: 'off', storeCredit: 'off', ...rest, coupon }
}
