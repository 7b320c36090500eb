import type { ShopperOrder } from '#contract/orders/order.ts'
import { useConfirmOrder, type OrderAccess } from '#web/data/checkout/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { formatLongDateTime, type DateFormat } from '#web/lib/format/dates.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'

interface ConfirmOrderProps {
  order: ShopperOrder
  access: OrderAccess
  format: MoneyFormat & DateFormat
}

/** Asks to confirm a cash order. Behind the link of the email it has the button, which sends a form without scripts. */
export function ConfirmOrder({ order, access, format }: ConfirmOrderProps) {
  const { mutate, isPending, error } = useConfirmOrder(access)
  const { confirmation, payUntil, due, email, isEmailed } = order
  if (confirmation === 'none') return null
  const end = payUntil ? formatLongDateTime(payUntil, format) : undefined
  return (
    <div className="mt-5 rounded-xs bg-ground p-4 sm:p-5">
      <p className="font-medium">
        {confirmation === 'here' || isEmailed
          ? `Please confirm your order${end ? ` by ${end}` : ''}.`
          : 'We will contact you to confirm your order.'}
      </p>
      <p className="mt-2 text-pretty text-quiet wrap-anywhere">
        {confirmation === 'here'
          ? `You pay ${exactMoney(due, format)} in cash when it arrives. We pack it once you have confirmed it.`
          : isEmailed
            ? `We’ve sent a link to ${email}. Open it and press “Confirm order”. We hold your items until then.`
            : `We hold your items${end ? ` until ${end}` : ''}.`}
      </p>
      {confirmation === 'here' && (
        <form
          method="post"
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isPending) mutate()
          }}
        >
          <Button type="submit" name="do" value="confirm" aria-disabled={isPending}>
            {isPending ? 'One moment…' : 'Confirm order'}
          </Button>
        </form>
      )}
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {errorMessage(error)}
        </p>
      )}
    </div>
  )
}
