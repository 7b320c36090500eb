import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { startCarrierServer, type CarrierRequest } from './carrier-server.ts'

// Follows https://docs.easypost.com/docs/shipments: unknown fields, wrong types and missing keys are refused.

const KEY = 'EZTK-right'

const address = z.strictObject({
  name: z.string().min(1),
  street1: z.string().min(1),
  street2: z.string().min(1).optional(),
  city: z.string().min(1),
  state: z.string().min(1).optional(),
  zip: z.string().min(1).optional(),
  country: z.string().length(2),
  phone: z.string().min(1).optional(),
  email: z.email().optional(),
})

const inches = z.number().positive()

const newShipment = z.strictObject({
  shipment: z.strictObject({
    reference: z.string().min(1),
    from_address: address,
    to_address: address,
    parcel: z.strictObject({ length: inches, width: inches, height: inches, weight: z.number().positive() }),
    options: z.strictObject({ label_format: z.literal('PDF'), label_size: z.literal('4x6') }),
  }),
})

interface Detail {
  object: 'TrackingDetail'
  datetime: string
  status: string
  message: string
  tracking_location: { city: string | null; state: string | null; country: string | null }
}

const wrong = (message: string) => ({
  status: 422,
  body: { error: { code: 'SHIPMENT.INVALID_PARAMS', message, errors: [] } },
})

type Shipment = ReturnType<typeof makeShipment>

function makeShipment(input: z.output<typeof newShipment>['shipment'], number: number) {
  const id = `shp_${number}`
  const rate = (service: string, price: string, days: number) => ({
    id: `rate_${service}${number}`,
    object: 'Rate',
    carrier: 'USPS',
    service,
    rate: price,
    currency: 'USD',
    delivery_days: days,
  })
  return {
    id,
    object: 'Shipment',
    reference: input.reference,
    tracking_code: null as string | null,
    refund_status: null as string | null,
    parcel: input.parcel,
    rates: [rate('Priority', '7.42', 2), rate('GroundAdvantage', '6.07', 3)],
    selected_rate: null as object | null,
    messages: [],
    postage_label: null as object | null,
    tracker: null as { id: string; public_url: string } | null,
  }
}

/** An EasyPost account with two services of USPS. */
export async function startEasypost() {
  const state = { buyRefusal: '', bought: 0 }
  const shipments: Shipment[] = []
  const details = new Map<string, Detail[]>()

  const find = (id: string) => {
    const shipment = shipments.find((each) => each.id === id)
    if (!shipment) throw new Error('Unknown shipment')
    return shipment
  }

  function buy(shipment: Shipment, body: unknown) {
    const { rate } = z.strictObject({ rate: z.strictObject({ id: z.string() }) }).parse(body)
    const selected = shipment.rates.find(({ id }) => id === rate.id)
    if (!selected) throw new Error('Unknown rate')
    if (state.buyRefusal) return wrong(state.buyRefusal)
    if (shipment.postage_label) return wrong('Postage already exists for this shipment')
    state.bought += 1
    const label = `${server.url}/labels/${shipment.id}.pdf`
    const tracker = { id: `trk_${shipment.id}`, public_url: `https://track.easypost.com/${shipment.id}` }
    Object.assign(shipment, {
      tracking_code: `94${shipment.id}`,
      selected_rate: selected,
      tracker,
      postage_label: { label_url: label, label_pdf_url: null, label_file_type: 'application/pdf' },
    })
    return { status: 200, body: shipment }
  }

  function answer({ method, path, query, authorization, body }: CarrierRequest) {
    if (authorization !== `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`)
      return { status: 401, body: { error: { code: 'APIKEY.INACTIVE', message: 'This api key is invalid' } } }
    const [, id, action] = /^\/v2\/shipments\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'GET' && path === '/v2/shipments') {
      z.strictObject({ page_size: z.literal('1') }).parse(Object.fromEntries(query))
      return { status: 200, body: { shipments: shipments.slice(0, 1), has_more: false } }
    }
    if (method === 'POST' && path === '/v2/shipments') {
      const { shipment: input } = newShipment.parse(body)
      const shipment = makeShipment(input, shipments.length + 1)
      shipments.push(shipment)
      const isServed = input.to_address.zip !== '00000'
      return {
        status: 201,
        body: isServed
          ? shipment
          : { ...shipment, rates: [], messages: [{ carrier: 'USPS', message: 'Invalid zip' }] },
      }
    }
    if (method === 'GET' && id !== undefined && action === undefined) return { status: 200, body: find(id) }
    if (method === 'POST' && id !== undefined && action === 'buy') return buy(find(id), body)
    if (method === 'POST' && id !== undefined && action === 'refund') {
      z.strictObject({}).parse(body)
      const shipment = find(id)
      if (shipment.refund_status) return wrong('Refund was already submitted')
      shipment.refund_status = 'submitted'
      return { status: 200, body: shipment }
    }
    const [, tracker] = /^\/v2\/trackers\/(\w+)$/.exec(path) ?? []
    if (method === 'GET' && tracker !== undefined)
      return {
        status: 200,
        body: { id: tracker, object: 'Tracker', tracking_details: details.get(tracker) ?? [] },
      }
    throw new Error('EasyPost has no such call')
  }

  const server = await startCarrierServer(answer)

  return {
    ...server,
    shipments,
    state,
    /** Adds a tracking detail to the tracker of a shipment. */
    detail(shipment: string, datetime: string, status: string, message: string) {
      const tracking_location = { city: 'HOUSTON', state: 'TX', country: null }
      const added: Detail = { object: 'TrackingDetail', datetime, status, message, tracking_location }
      details.set(`trk_${shipment}`, [...(details.get(`trk_${shipment}`) ?? []), added])
    },
    /** An event about a tracker with the header that signs it. */
    event(tracking: string, secret: string) {
      const payload = JSON.stringify({
        object: 'Event',
        id: 'evt_1',
        description: 'tracker.updated',
        result: { object: 'Tracker', tracking_code: tracking, status: 'delivered' },
      })
      const signature = createHmac('sha256', secret.normalize('NFKD')).update(payload).digest('hex')
      return { payload, headers: { 'x-hmac-signature': `hmac-sha256-hex=${signature}` } }
    },
  }
}
