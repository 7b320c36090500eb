import { useOrderPaying, type WhichOrder } from '../../data/orders.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { Button } from '../../ui/button.tsx'

/** Leads on to the page where an order is paid. */
export function PayNow({ which }: { which: WhichOrder }) {
  const { mutate, isPending, isSuccess, data, error } = useOrderPaying(which)
  const isLeaving = isSuccess && data.data.paymentUrl !== null
  const isUnderWay = isSuccess && data.data.paymentUrl === null && data.data.status === 'pending'
  const trouble = error
    ? wordsOf(error)
    : isUnderWay && 'You have paid already: the money is on its way to us.'

  function pay() {
    if (isPending || isLeaving) return
    mutate(undefined, {
      onSuccess({ data: { paymentUrl } }) {
        if (paymentUrl) location.assign(paymentUrl)
      },
    })
  }

  return (
    <>
      <Button aria-disabled={isPending || isLeaving} onClick={pay}>
        {isPending || isLeaving ? 'One moment…' : 'Pay now'}
      </Button>
      {trouble && (
        <span role="alert" className="order-last basis-full text-danger">
          {trouble}
        </span>
      )}
    </>
  )
}
