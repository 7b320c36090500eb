import { z } from 'zod'
import { startCarrierServer, type CarrierRequest } from './carrier-server.ts'

// Follows https://apidocs.shiprocket.in/: unknown fields, wrong types and missing tokens are refused.

const credentials = z.strictObject({
  email: z.literal('api@example.com'),
  password: z.literal('right-password'),
})

const routeQuery = z.strictObject({
  pickup_postcode: z.string().regex(/^\d{6}$/),
  delivery_postcode: z.string().regex(/^\d{6}$/),
  cod: z.enum(['0', '1']),
  weight: z.string().regex(/^\d+(\.\d+)?$/),
  length: z.string().regex(/^\d+$/),
  breadth: z.string().regex(/^\d+$/),
  height: z.string().regex(/^\d+$/),
  declared_value: z.string().regex(/^\d+$/),
})

const adhocOrder = z.strictObject({
  order_id: z.string().min(1).max(50),
  order_date: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  pickup_location: z.literal('Casa'),
  billing_customer_name: z.string().min(1),
  billing_last_name: z.string(),
  billing_address: z.string().min(1),
  billing_address_2: z.string(),
  billing_city: z.string().min(1).max(30),
  billing_pincode: z.int().min(100_000).max(999_999),
  billing_state: z.string().min(3),
  billing_country: z.literal('India'),
  billing_email: z.email(),
  billing_phone: z.int().min(6_000_000_000).max(9_999_999_999),
  shipping_is_billing: z.literal(true),
  order_items: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        sku: z.string().min(1),
        units: z.int().positive(),
        selling_price: z.number().nonnegative(),
      }),
    )
    .min(1),
  payment_method: z.enum(['COD', 'Prepaid']),
  sub_total: z.number().positive(),
  length: z.number().min(0.5),
  breadth: z.number().min(0.5),
  height: z.number().min(0.5),
  weight: z.number().positive(),
})

export interface ShiprocketOrder {
  id: number
  shipment: number
  input: z.output<typeof adhocOrder>
  courier?: number
  awb?: string
  cancelled: boolean
}

interface Scan {
  date: string
  activity: string
  location: string
  'sr-status': string
  'sr-status-label': string
}

/** A Shiprocket account with two couriers and one pickup location. */
export async function startShiprocket() {
  const orders: ShiprocketOrder[] = []
  const scans = new Map<string, Scan[]>()
  const state = { awbRefusal: '', tokens: 0, pickups: 0, numericAwbs: false }
  const couriers = [
    { courier_company_id: 43, courier_name: 'Delhivery Surface', rate: 92.5, estimated_delivery_days: '4' },
    { courier_company_id: 51, courier_name: 'Xpressbees Air', rate: 150.12, estimated_delivery_days: '2' },
  ]

  const shipmentOf = (id: unknown) => {
    const order = orders.find(({ shipment }) => shipment === id)
    if (!order) throw new Error('Invalid shipment id')
    return order
  }

  const calls: Record<string, (request: CarrierRequest) => { status: number; body: object }> = {
    'GET /courier/serviceability/'({ query }) {
      const { delivery_postcode: to } = routeQuery.parse(Object.fromEntries(query))
      if (to.startsWith('9')) return { status: 200, body: { status: 404, message: 'No courier serviceable' } }
      return { status: 200, body: { status: 200, data: { available_courier_companies: couriers } } }
    },
    'POST /orders/create/adhoc'({ body }) {
      const input = adhocOrder.parse(body)
      const known = orders.find(({ input: { order_id: id } }) => id === input.order_id)
      if (known) return { status: 422, body: { message: 'Oops! Invalid Data.' } }
      const order = { id: 1000 + orders.length, shipment: 2000 + orders.length, input, cancelled: false }
      orders.push(order)
      return {
        status: 200,
        body: { order_id: order.id, shipment_id: order.shipment, status: 'NEW', awb_code: null },
      }
    },
    'POST /courier/assign/awb'({ body }) {
      const input = z.strictObject({ shipment_id: z.int(), courier_id: z.int() }).parse(body)
      const order = shipmentOf(input.shipment_id)
      if (state.awbRefusal) return { status: 400, body: { message: state.awbRefusal, status_code: 400 } }
      if (order.awb)
        return { status: 400, body: { message: 'Oops! Cannot reassign courier for this shipment.' } }
      order.courier = input.courier_id
      order.awb = state.numericAwbs ? `77${order.shipment}` : `AWB${order.shipment}`
      const data = { awb_code: awbOf(order), courier_name: courierName(order) }
      return { status: 200, body: { awb_assign_status: 1, response: { data } } }
    },
    'POST /courier/generate/label'({ body }) {
      const { shipment_id: ids } = z.strictObject({ shipment_id: z.tuple([z.int()]) }).parse(body)
      const order = shipmentOf(ids[0])
      const url = `${server.url}/labels/${order.awb}.pdf`
      return { status: 200, body: { label_created: 1, label_url: url, not_created: [] } }
    },
    'POST /courier/generate/pickup'({ body }) {
      const { shipment_id: ids } = z.strictObject({ shipment_id: z.tuple([z.int()]) }).parse(body)
      shipmentOf(ids[0])
      state.pickups += 1
      return { status: 200, body: { pickup_status: 1 } }
    },
    'GET /orders'({ query }) {
      const { search } = z.strictObject({ search: z.string().min(1) }).parse(Object.fromEntries(query))
      const data = orders
        .filter(({ input, cancelled }) => input.order_id === search && !cancelled)
        .map((order) => ({
          id: order.id,
          channel_order_id: order.input.order_id,
          shipments: [{ id: order.shipment, awb: awbOf(order), courier: courierName(order) }],
        }))
      return { status: 200, body: { data } }
    },
    'POST /orders/cancel'({ body }) {
      const { ids } = z.strictObject({ ids: z.tuple([z.int()]) }).parse(body)
      const order = orders.find(({ id }) => id === ids[0])
      if (!order) throw new Error('Unknown order')
      order.cancelled = true
      return { status: 200, body: { message: 'Order cancelled successfully.' } }
    },
    'POST /orders/cancel/shipment/awbs'({ body }) {
      const { awbs } = z.strictObject({ awbs: z.tuple([z.string()]) }).parse(body)
      const order = orders.find(({ awb }) => awb === awbs[0])
      if (!order) throw new Error('Unknown AWB')
      if (order.cancelled) return { status: 400, body: { message: 'Shipment is already cancelled' } }
      order.cancelled = true
      return { status: 200, body: { message: 'Bulk Shipment cancellation is in progress.' } }
    },
    'GET /settings/company/pickup': () => ({
      status: 200,
      body: { data: { shipping_address: [{ pickup_location: 'Casa', pin_code: '122003' }] } },
    }),
  }

  const courierName = ({ courier }: ShiprocketOrder) =>
    couriers.find(({ courier_company_id: id }) => id === courier)?.courier_name ?? ''

  const awbOf = ({ awb = '' }: ShiprocketOrder) => (state.numericAwbs ? Number(awb) || '' : awb)

  const server = await startCarrierServer((request) => {
    const { method, authorization, body } = request
    const path = request.path.replace('/v1/external', '')
    if (method === 'POST' && path === '/auth/login') {
      if (!credentials.safeParse(body).success)
        return { status: 403, body: { message: 'Invalid email and password combination' } }
      state.tokens += 1
      return { status: 200, body: { token: `token-${state.tokens}` } }
    }
    if (authorization !== `Bearer token-${state.tokens}`)
      return { status: 401, body: { message: 'Token has expired' } }
    const [, awb] = /^\/courier\/track\/awb\/(\w+)$/.exec(path) ?? []
    if (method === 'GET' && awb !== undefined) {
      const activities = scans.get(awb)
      const data = activities
        ? { track_status: 1, shipment_track_activities: activities }
        : { track_status: 0, error: 'Aahh! There is no activities found in our DB.' }
      return { status: 200, body: { tracking_data: data } }
    }
    const call = calls[`${method} ${path}`]
    if (!call) throw new Error('Shiprocket has no such call')
    return call(request)
  })

  return {
    ...server,
    orders,
    state,
    /** Adds a scan; `date` is a time in India. */
    scan(awb: string, date: string, code: string, activity: string, location = 'Pune') {
      const scan = { date, activity, location, 'sr-status': code, 'sr-status-label': activity.toUpperCase() }
      scans.set(awb, [scan, ...(scans.get(awb) ?? [])])
    },
  }
}
