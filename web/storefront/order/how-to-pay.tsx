import type { ShopperOrder } from '#contract/orders/order.ts'
import { formatLongDateTime, type DateFormat } from '#web/lib/format/dates.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

/** How to pay a pending order, or what an edit has added to a paid one. */
export function HowToPay({ order, format }: { order: ShopperOrder; format: MoneyFormat & DateFormat }) {
  if (order.confirmation !== 'none') return null
  const { paymentText, payUntil, status, due, deposit, paymentMethod, serial, upi, isPickUp } = order
  const isDeposit = status === 'pending' && deposit > 0
  const isDifference = status === 'confirmed' && paymentMethod !== 'cod' && due > 0
  if (status !== 'pending' && !isDifference) return null
  const until = payUntil && formatLongDateTime(payUntil, format)
  return (
    <div className="mt-5 rounded-xs bg-ground p-4 sm:p-5">
      <p className="font-medium">
        Please pay {isDeposit ? `the deposit of ${exactMoney(deposit, format)}` : exactMoney(due, format)}
        {until && ` by ${until}`}
        {isDifference && ' for the change of your order'}.
      </p>
      {isDeposit && due > deposit && (
        <p className="mt-2">You pay the other {exactMoney(due - deposit, format)} when your order arrives.</p>
      )}
      {paymentText && (
        <>
          <p className="mt-2">Use your order number as the payment reference: {serial}</p>
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{paymentText}</p>
        </>
      )}
      {upi && <PayByUpi upi={upi} serial={serial} />}
      <p className="mt-2 text-quiet">
        {!isDifference
          ? 'We’ll hold your items until then.'
          : isPickUp
            ? 'You can pick up your order once it is paid.'
            : 'We ship your order once it is paid.'}
      </p>
    </div>
  )
}

interface PayByUpiProps {
  upi: NonNullable<ShopperOrder['upi']>
  /** The number of the order as people say it. */
  serial: string
}

/** A QR code for phones that scan, and a link for the phone that shows this page. Both fill in amount and reference. */
function PayByUpi({ upi: { upiId, link, qrCode }, serial }: PayByUpiProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-4">
      {/* Black on white in every theme, because cameras need the contrast. */}
      <svg
        role="img"
        aria-label="QR code for UPI apps"
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 bg-white text-black forced-color-adjust-none"
      >
        <path d={qrCode.path} fill="currentColor" />
      </svg>
      <div className="min-w-0">
        <p>Scan the code with any UPI app.</p>
        <a href={link} className={buttonStyle('primary', 'mt-3')}>
          Pay with a UPI app
        </a>
        <p className="mt-3 wrap-anywhere text-quiet">
          Or pay to {upiId} with the reference {serial}.
        </p>
      </div>
    </div>
  )
}
