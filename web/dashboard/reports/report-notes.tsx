/** Explains how sales figures are counted. */
export function ReportNotes({ otherCurrencyOrders }: { otherCurrencyOrders: number }) {
  return (
    <p className="max-w-prose text-sm text-quiet">
      Orders count on the day they were placed, once confirmed. Cancelled and unpaid returned orders are
      excluded; refunds are deducted on the day they are made. Sales include tax and delivery, and gift cards
      that were sold: the shop owes those until they pay. Comparisons end at the same time of day.
      {otherCurrencyOrders > 0 &&
        ` Not included: ${otherCurrencyOrders} ${otherCurrencyOrders === 1 ? 'order' : 'orders'} in another currency.`}
    </p>
  )
}
