import type { Checkout } from '#contract/orders/checkout.ts'
import { links } from '#contract/links.ts'
import { placeOrder } from '#contract/orders/order.ts'
import { getPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { createAddress } from '#contract/identity/account.ts'
import type { Call } from '#contract/endpoint.ts'
import { postedForm, redirectAfter, refuseForm, type RefusedForm } from '#web/lib/on-server/form-action.ts'
import { data, type RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'
import { callContext, personalCallContext } from '#web/lib/on-server/page-context.ts'
import {
  firstProblem,
  orderBody,
  postalAddress,
  selectAddress,
  stateProblem,
  type Fields,
} from './checkout-body.ts'
import { changedFieldsContext, changeGiftCards } from './credit/gift-card-form.ts'
import { postedFields, readCheckoutFor } from './checkout-page-data.ts'
import { readSession } from './prepared/prepared-fields.ts'

/** Places the order of a posted checkout, or shows it again: with other costs, or with what prevents the order. */
export async function checkoutAction(context: Readonly<RouterContextProvider>, request: Request) {
  const form = postedForm(context)
  const call = context.get(personalCallContext)
  if (!call) throw new Error('A posted form can always read')
  const fields = postedFields(form.fields)
  const again = (issues: RefusedForm['issues'], values = fields, message = ''): RefusedForm => ({
    message,
    issues,
    values,
  })
  const changed = await changeGiftCards(form, fields)
  if (changed) {
    // The page is rendered with them.
    context.set(changedFieldsContext, changed.fields)
    return data(again(changed.issues, changed.fields), { status: changed.issues.length > 0 ? 409 : 200 })
  }
  if (form.fields['do'] !== undefined) return again([])
  const { item, isSignedIn, addresses, quote, problem } = await readCheckoutFor(call, request, fields)
  if (!quote) return data(again([], fields, problem), { status: 409 })
  const { saved } = selectAddress(addresses, fields, quote.countries)

  const wrongState = await findStateProblem(context.get(callContext), fields, saved !== undefined)
  if (wrongState) {
    // The shopper may know better than the list: sent again, the state is kept.
    const { keep, ...issue } = wrongState
    return data(again([issue], { ...fields, ...keep }), { status: 409 })
  }
  const issue = couponIssue(quote) ?? firstProblem(quote.lines, fields)
  if (issue) return data(again([issue]), { status: 409 })

  // A lower total needs no consent; a higher one is refused by the API.
  const shownTotal = Number(form.fields['expectedTotal'] ?? 0)
  const expectedTotal = Math.min(shownTotal, quote.summary.total)
  const expectedCredit = Number(form.fields['expectedCredit'] ?? 0)
  const session = readSession(new URL(request.url).searchParams)
  // The deposit that the page showed, which the API compares with the present one.
  const shownDeposit = Number(form.fields['expectedDeposit'] ?? 0)
  const deposit = shownDeposit > 0 ? { methods: [], rest: 0, ...quote.deposit, amount: shownDeposit } : null
  const body = orderBody(fields, {
    saved,
    items: item && [item],
    expectedTotal,
    expectedCredit,
    deposit,
    session,
  })
  const submitted = await form.submit(placeOrder, { ...body })
  if (submitted.status >= 400) return refuseForm({ ...form, fields }, submitted)

  if (isSignedIn && !saved && fields['save'] === 'on') {
    // The order is placed, also if the address cannot be saved.
    await form.submit(createAddress, { ...postalAddress(body.shipping), phone: body.contact.phone })
  }
  const { number, accessToken } = placeOrder.answer.parse(submitted.answer).data
  throw redirectAfter(submitted, links.order(number, isSignedIn ? undefined : accessToken, 'placed'))
}

function couponIssue({ coupon }: Checkout) {
  return coupon?.problem ? { path: 'coupon', message: coupon.problem } : undefined
}

async function findStateProblem(call: Call, fields: Fields, isShippingSaved: boolean) {
  for (const prefix of ['shipping', 'billing'] as const) {
    const code = (fields[`${prefix}.pincode`] ?? '').trim()
    if ((prefix === 'shipping' && isShippingSaved) || !/^[1-9]\d{5}$/.test(code)) continue
    const { data: found } = await call(getPostalCode, { code })
    const issue = stateProblem(fields, prefix, found ?? undefined)
    if (issue) return issue
  }
  return undefined
}
