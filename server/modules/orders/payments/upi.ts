import { encode } from 'uqr'
import type { ShopperOrder } from '#contract/orders/order.ts'

interface UpiRequest {
  upiId: string
  shopName: string
  /** Paise. */
  amount: number
  /** The number of the order as people say it. */
  serial: string
}

/**
 * How to pay an order by UPI without a provider: the link that UPI apps open, and the same as a QR code. Amount and note are
 * part of it, so the shopper types nothing. Its parameters are those of NPCI's "UPI Linking Specifications" 1.6, section 3:
 * pa (payee), pn (name), am (rupees with two decimals), cu, tn (note).
 */
export function upiPayment({
  upiId,
  shopName,
  amount,
  serial,
}: UpiRequest): NonNullable<ShopperOrder['upi']> {
  const parameters = {
    pa: upiId,
    pn: shopName,
    am: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
    cu: 'INR',
    tn: `Order ${serial}`,
  }
  // Apps read %20, not the + of forms, as a space.
  const link = `upi://pay?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace('%40', '@')}`)
    .join('&')}`
  return { upiId, link, qrCode: qrCode(link) }
}

/** The dark squares of a QR code with its quiet zone, as the path of an SVG of `size` units. */
function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      return [`M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`]
    }),
  )
  return { size, path: runs.join('') }
}
