import { links } from '#contract/links.ts'
import { confirmCashOrder } from '#contract/orders/cash/confirm-cash.ts'
import { choosePayment, payOrder } from '#contract/orders/payment/payment.ts'
import { openOrderAccount, orderAgain } from '#contract/orders/shopper-order.ts'
import type { OrderAccess } from '#web/data/checkout/orders.ts'
import { postedForm, redirectAfter, refuseForm, submitForm } from '#web/lib/on-server/form-action.ts'
import type { RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'

/**
 * Does what the pressed button of the order page says: the value of its `do`. Returns the address of a payment page, because
 * browsers do not follow a form to another site.
 */
export async function orderAction(context: Readonly<RouterContextProvider>, access: OrderAccess) {
  const form = postedForm(context)
  const { do: pressed, password } = form.fields
  if (pressed === 'pay') {
    const opened = await form.submit(payOrder, { ...access })
    if (opened.status >= 400) return refuseForm(form, opened)
    const { paymentUrl } = payOrder.answer.parse(opened.answer).data
    if (paymentUrl !== null) return { paymentUrl }
    throw redirectAfter(opened, links.order(access.number, access.accessToken))
  }
  if (pressed === 'confirm') {
    const page = () => links.order(access.number, access.accessToken)
    return submitForm(context, confirmCashOrder, page, { ...access })
  }
  const [, paymentMethod, expectedFee = 0] =
    /^pay by ([a-z_]+)(?: for (\d+(?:\.\d+)?))?$/.exec(pressed ?? '') ?? []
  if (paymentMethod !== undefined) {
    const page = () => links.order(access.number, access.accessToken)
    return submitForm(context, choosePayment, page, {
      ...access,
      paymentMethod,
      expectedFee: Number(expectedFee),
    })
  }
  return pressed === 'account'
    ? submitForm(context, openOrderAccount, () => links.order(access.number), { ...access, password })
    : submitForm(context, orderAgain, () => links.cart(), { ...access })
}
