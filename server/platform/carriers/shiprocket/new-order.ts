import { phoneDigits } from '#contract/orders/address/phone.ts'
import { minorDigits } from '../../currency-digits.ts'
import { CarrierRefusal, type LabelRequest } from '../carrier.ts'

/** Shiprocket takes shorter fields than the shop. */
const MAX_CITY = 30
const MAX_LINE = 190

/** The body of `POST /v1/external/orders/create/adhoc`. https://apidocs.shiprocket.in/ (Create Custom Order) */
export function newOrder({ to, size, items, ...request }: LabelRequest, pickupLocation: string): object {
  const { value, collect, currency } = request
  const rupees = (minor: number) => minor / 10 ** minorDigits(currency)
  return {
    order_id: request.reference,
    order_date: new Date().toISOString().slice(0, 10),
    pickup_location: pickupLocation,
    billing_customer_name: to.name,
    billing_last_name: '',
    billing_address: to.line1.slice(0, MAX_LINE),
    billing_address_2: to.line2.slice(0, MAX_LINE),
    billing_city: to.city.slice(0, MAX_CITY),
    billing_pincode: Number(to.postcode),
    billing_state: to.stateName,
    billing_country: to.countryName,
    billing_email: to.email,
    billing_phone: indianPhone(to.phone),
    shipping_is_billing: true,
    order_items: items.map(({ name, sku, quantity, price }, index) => ({
      name,
      sku: sku || `item-${index + 1}`,
      units: quantity,
      selling_price: rupees(price),
    })),
    payment_method: collect > 0 ? 'COD' : 'Prepaid',
    sub_total: rupees(collect > 0 ? collect : value),
    length: size.lengthCm,
    breadth: size.widthCm,
    height: size.heightCm,
    weight: size.grams / 1000,
  }
}

/** The ten digits of an Indian number. */
function indianPhone(typed: string): number {
  const digits = (phoneDigits(typed)?.number ?? '').slice(-10)
  if (!/^[6-9]\d{9}$/.test(digits))
    throw new CarrierRefusal('Shiprocket needs a mobile number of India. Correct the phone of the order.')
  return Number(digits)
}
