/** How the figures come about. */
export function Counting({ elsewhere }: { elsewhere: number }) {
  return (
    <p className="max-w-prose text-sm text-quiet">
      An order counts on the day it was placed, as soon as it is confirmed. Cancelled orders do not count, nor
      do those that came back unpaid. What is paid back is taken off on the day it is paid back. Tax and
      delivery are part of sales. The time before ends at the same hour, so that equal is compared with equal.
      {elsewhere > 0 &&
        ` ${elsewhere} ${elsewhere === 1 ? 'order' : 'orders'} in another currency ${elsewhere === 1 ? 'is' : 'are'} left out.`}
    </p>
  )
}
