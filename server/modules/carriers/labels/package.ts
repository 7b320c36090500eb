import { sql } from 'kysely'
import { countryName } from '#contract/orders/address/country-names.ts'
import { stateName } from '#contract/orders/address/address-format.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import {
  amountDue,
  listShippableLines,
  listShipments,
  planShipment,
  requireShippable,
  shipmentNotFound,
  type OrderRow,
} from '#server/modules/orders/index.ts'
import type { QuoteRequest } from '#server/platform/carriers/carrier.ts'
import type { UsualPackage } from '../accounts/account-fields.ts'

/** Units of an order line, named by its position. */
export interface PackedUnits {
  position: number
  quantity: number
}

/** What is to be sent: units that become a shipment, or a shipment that exists. */
export interface PackageChoice {
  shipmentId: number | undefined
  lines: readonly PackedUnits[]
}

interface PackedLine {
  position: number
  name: string
  sku: string
  /** Of one unit, in minor units. */
  price: number
  /** Grams of one unit; 0: unknown. */
  weight: number
}

/** A package without its size, which the carriers differ in. */
export interface Packed extends Omit<QuoteRequest, 'size'> {
  /** Of the items; 0: unknown for one of them. */
  grams: number
  /** The order is paid on delivery, and this is not all of it: nobody can say what to collect. */
  isPartOfCash: boolean
}

/**
 * What goes into a package of an order. AppError 404 for an unknown shipment, 409 as `requireShippable` and `planShipment`, or if
 * the shipment has arrived.
 */
export async function packOrder(
  db: Database,
  shop: Pick<ShopContext, 'email' | 'locale'>,
  order: OrderRow,
  { shipmentId, lines }: PackageChoice,
): Promise<Packed> {
  const { config_id: shopId, currency } = order
  if (shipmentId === undefined) requireShippable(order, shop.locale)
  const [shippable, shipments, packed] = await Promise.all([
    listShippableLines(db, shopId, order.number),
    listShipments(db, shopId, order.id),
    listPackedLines(db, shopId, order.id),
  ])
  const units = shipmentId === undefined ? lines : unitsOf(shipments, shipmentId)
  const plan = shipmentId === undefined ? planShipment(order, shippable, lines) : undefined
  const items = units.flatMap(({ position, quantity }) => {
    const line = packed.find((each) => each.position === position)
    return line ? [{ ...line, quantity }] : []
  })
  const sum = (of: (item: PackedLine) => number) =>
    items.reduce((total, item) => total + of(item) * item.quantity, 0)
  const collect = order.payment_method === 'cod' ? amountDue(order) : 0
  const isPart = plan ? plan.isPart : shipments.length > 1 || order.status === 'confirmed'
  return {
    order: order.serial,
    to: addressOf(order, shop),
    items: items.map(({ name, sku, price, quantity }) => ({ name, sku, price, quantity })),
    currency,
    value: sum(({ price }) => price),
    collect,
    grams: items.every(({ weight }) => weight > 0) ? sum(({ weight }) => weight) : 0,
    isPartOfCash: collect > 0 && isPart,
  }
}

/** The units of a shipment that is on its way. */
function unitsOf(shipments: Awaited<ReturnType<typeof listShipments>>, id: number): PackedUnits[] {
  const shipment = shipments.find((each) => each.id === id)
  if (!shipment) throw shipmentNotFound()
  if (shipment.delivered_at !== null)
    throw new AppError(409, 'wrong_status', 'This shipment has arrived, so it needs no label')
  return shipment.lines
}

/** The size of a package: what was entered, or what is known. AppError 400 if nobody knows the weight. */
export function weigh(
  packed: Packed,
  entered: number | null | undefined,
  usual: UsualPackage | undefined,
): number {
  const grams = entered ?? (packed.grams || usual?.weight)
  if (grams) return grams
  const message = 'Enter the weight of the package. An item in it has no weight'
  throw new AppError(400, 'invalid_input', message, [{ path: 'weight', message }])
}

/** What a shop sends that has not entered the size of its packages. */
const SMALL_BOX = { lengthCm: 20, widthCm: 15, heightCm: 10 }

/** The size of a package in the box that a carrier usually gets. */
export function sizeOf(grams: number, usual: UsualPackage | undefined): QuoteRequest['size'] {
  const { lengthCm, widthCm, heightCm } = usual ?? SMALL_BOX
  return { grams, lengthCm, widthCm, heightCm }
}

async function listPackedLines(db: Database, shopId: number, orderId: number): Promise<PackedLine[]> {
  const { rows } = await sql<PackedLine>`
    select l.position, l.name, l.sku, (l.total / l.quantity)::int as price, coalesce(p.weight, 0) as weight
    from order_line l left join product p on p.config_id = l.config_id and p.id = l.product_id
    where l.config_id = ${shopId} and l.order_id = ${orderId}`.execute(db)
  return rows
}

function addressOf(
  { shipping_address: address, phone, email }: OrderRow,
  shop: Pick<ShopContext, 'email'>,
): QuoteRequest['to'] {
  const { fullName, company, line1, line2, city, state, pincode, country } = address
  return {
    name: company ? `${fullName}, ${company}` : fullName,
    line1,
    line2,
    city,
    state,
    stateName: stateName(country, state),
    postcode: pincode,
    country,
    countryName: countryName(country),
    phone,
    email: email || shop.email,
  }
}
