import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { endOrderInput } from '#contract/orders/order-actions.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { area, checkbox, fixed } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { money } from '#web/lib/format/money.ts'

interface CloseOrderDialogProps {
  order: AdminOrder
  action: 'cancel' | 'return'
  onClose(done: boolean): void
}

const describeClosing = ({ number, status }: AdminOrder) =>
  describeForm(endOrderInput, {
    number: fixed(number),
    reason: area('Reason', { hint: 'Shown to the customer.', rows: 3, required: false, maxLength: 500 }),
    // A pending order only reserved its items, so they are released without asking.
    restock: status === 'pending' ? fixed(true) : checkbox('Restock items', { initial: true }),
  })

/** What gift cards and store credit get back at once. */
const backOnCredit = ({ credits, currency }: AdminOrder, locale: string): string[] =>
  credits
    .filter(({ amount, givenBack }) => amount > givenBack)
    .map(({ name, amount, givenBack }) => {
      const target = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
      return `${money(amount - givenBack, { locale, currency })} goes back to ${target} at once.`
    })

/** Cancels an order or marks it as returned, with a reason, and optionally restocks its items. */
export function CloseOrderDialog({ order, action, onClose }: CloseOrderDialogProps) {
  const emailNotice = useEmailNotice(order)
  const cancel = useOrderCall('POST admin/orders/:number/cancel')
  const markReturned = useOrderCall('POST admin/orders/:number/return')
  const isCancel = action === 'cancel'
  const { locale } = useShop()
  const notice = emailNotice('The customer is notified.')
  return (
    <FormDialog
      title={isCancel ? 'Cancel this order?' : 'Mark as returned?'}
      intro={[
        notice,
        ...(isCancel
          ? [...backOnCredit(order, locale), 'This can’t be undone.']
          : ['You can refund afterwards.']),
      ].join(' ')}
      of={describeClosing(order)}
      draft={`${action} order ${order.number}`}
      action={isCancel ? 'Cancel order' : 'Mark as returned'}
      keep="Keep order"
      submit={(isCancel ? cancel : markReturned).mutateAsync}
      onClose={onClose}
    />
  )
}
