import type { ShopperOrder } from '#contract/orders/order.ts'
import { useChoosePayment, usePaymentChoices, type OrderAccess } from '#web/data/checkout/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'

/** The other ways to pay a pending order. Without scripts the buttons send a form. */
export function OtherPayments({
  order,
  access,
  format,
}: {
  order: ShopperOrder
  access: OrderAccess
  format: MoneyFormat
}) {
  const { data: choices = [] } = usePaymentChoices(access, order.status)
  const { mutate, isPending, error } = useChoosePayment(access)
  const others = choices.filter(({ id }) => id !== order.paymentMethod)
  if (order.status !== 'pending' || others.length === 0) return null
  return (
    <form method="post" className="mt-5" onSubmit={(event) => event.preventDefault()}>
      <h3 className="font-medium">
        {order.cashfee > 0 ? `Pay now and save ${exactMoney(order.cashfee, format)}` : 'Other ways to pay'}
      </h3>
      <div className="mt-2 flex flex-wrap gap-3">
        {others.map(({ id, name, fee }) => (
          <Button
            key={id}
            kind="secondary"
            type="submit"
            name="do"
            value={fee > 0 ? `pay by ${id} for ${fee}` : `pay by ${id}`}
            aria-disabled={isPending}
            onClick={() => !isPending && mutate({ paymentMethod: id, expectedFee: fee })}
          >
            {fee > 0 ? `${name}, + ${exactMoney(fee, format)}` : name}
          </Button>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {errorMessage(error)}
        </p>
      )}
    </form>
  )
}
