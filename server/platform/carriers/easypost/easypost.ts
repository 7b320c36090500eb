import { euCountries } from '#contract/orders/address/eu-countries.ts'
import { minorOf } from '../../currency-digits.ts'
import {
  callCarrier,
  purchase,
  readAnswer,
  readMoment,
  type CarrierAnswer,
  type CarrierCall,
  type CarrierServer,
} from '../carrier-call.ts'
import {
  CarrierRefusal,
  isFromCarrier,
  type Carrier,
  type CarrierAddress,
  type Label,
  type PackageSize,
  type QuoteRequest,
  type TrackingStatus,
} from '../carrier.ts'
import * as answers from './answers.ts'
import { trackingOf } from './webhook.ts'

const NAME = 'EasyPost'
const GRAMS_PER_OUNCE = 28.349523125
const CM_PER_INCH = 2.54

/** https://docs.easypost.com/docs/trackers (statuses); the others are unknown. */
const statuses: Record<string, TrackingStatus> = {
  pre_transit: 'created',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'ready_for_pickup',
  delivered: 'delivered',
  return_to_sender: 'returning',
  failure: 'failed',
  cancelled: 'cancelled',
}

interface EasyPostAccount {
  apiKey: string
  /** Where packages begin. */
  sender: CarrierAddress
}

/**
 * Labels of carriers in many countries, by the public API of EasyPost: https://docs.easypost.com/docs/shipments. Quoting makes
 * a Shipment there, which costs nothing and can be bought once: its id finds a purchase whose answer was lost.
 */
export function makeEasyPost(server: CarrierServer, { apiKey, sender }: EasyPostAccount): Carrier {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

  async function send(call: CarrierCall): Promise<CarrierAnswer> {
    const answer = await callCarrier(NAME, server, { ...call, headers: { authorization } })
    if (answer.status === 401 || answer.status === 403)
      throw new CarrierRefusal('EasyPost does not accept the API key.')
    return answer
  }

  async function readShipment(call: CarrierCall): Promise<answers.EasyPostShipment> {
    const answer = await send(call)
    requireSuccess(answer)
    return readAnswer(NAME, answers.shipment, answer.body)
  }

  const retrieve = (id: string) => readShipment({ method: 'GET', path: `/v2/shipments/${id}` })

  /** GET /v2/shipments/:id/label: the label as PDF, if the carrier made another format. */
  async function pdfOf({ id, postage_label: label }: answers.EasyPostShipment): Promise<string> {
    if (label?.label_pdf_url) return label.label_pdf_url
    if (label?.label_url && label.label_file_type === 'application/pdf') return label.label_url
    try {
      const path = `/v2/shipments/${id}/label`
      const converted = await readShipment({ method: 'GET', path, query: { file_format: 'PDF' } })
      return converted.postage_label?.label_pdf_url ?? ''
    } catch (error) {
      if (isFromCarrier(error)) return ''
      throw error
    }
  }

  async function boughtLabel(shipment: answers.EasyPostShipment): Promise<Label> {
    const { id, tracking_code: tracking, selected_rate: rate, tracker } = shipment
    return {
      service: rate ? `${rate.carrier} ${rate.service}` : NAME,
      ...(rate && { price: minorOf(rate.rate, rate.currency), currency: rate.currency }),
      tracking: tracking ?? '',
      trackingUrl: tracker?.public_url ?? '',
      pdfUrl: await pdfOf(shipment),
      remote: { shipment: id, ...(tracker && { tracker: tracker.id }) },
    }
  }

  return {
    id: 'easypost',
    name: NAME,

    async check() {
      const answer = await send({ method: 'GET', path: '/v2/shipments', query: { page_size: '1' } })
      requireSuccess(answer)
      readAnswer(NAME, answers.shipments, answer.body)
    },

    async quote(request) {
      const { order, to, size } = request
      requirePossible(request, sender)
      const shipment = await readShipment({
        method: 'POST',
        path: '/v2/shipments',
        body: {
          shipment: {
            reference: order,
            from_address: addressOf(sender),
            to_address: addressOf(to),
            parcel: {
              length: inches(size.lengthCm),
              width: inches(size.widthCm),
              height: inches(size.heightCm),
              weight: ounces(size),
            },
            options: { label_format: 'PDF', label_size: '4x6' },
          },
        },
      })
      if (shipment.rates.length === 0) {
        const reasons = (shipment.messages ?? []).map(({ message }) => message).filter(Boolean)
        throw refusal(reasons.map(String).join(' ') || 'No carrier serves this address')
      }
      return shipment.rates.map(({ id, carrier, service, rate, currency, delivery_days: days }) => ({
        id: `${shipment.id}/${id}`,
        service: `${carrier} ${service}`,
        price: minorOf(rate, currency),
        currency,
        days: days ?? null,
      }))
    },

    async label(request) {
      requirePossible(request, sender)
      const [id, rate] = idsOf(request.quote)
      const quoted = await retrieve(id)
      const isSame = quoted.reference === request.order && quoted.parcel.weight === ounces(request.size)
      if (!isSame || quoted.postage_label)
        throw new CarrierRefusal('These prices were for another package. Get new prices.')
      const path = `/v2/shipments/${id}/buy`
      const answer = await purchase(() => send({ method: 'POST', path, body: { rate: { id: rate } } }))
      requireSuccess(answer)
      return boughtLabel(await purchase(async () => readAnswer(NAME, answers.shipment, answer.body)))
    },

    async find({ quote }) {
      const [id] = idsOf(quote)
      const shipment = await retrieve(id)
      return shipment.postage_label ? boughtLabel(shipment) : undefined
    },

    async track({ remote }) {
      const answer = await send({ method: 'GET', path: `/v2/trackers/${remote['tracker'] ?? ''}` })
      requireSuccess(answer)
      const { tracking_details: details } = readAnswer(NAME, answers.tracker, answer.body)
      return details.map(({ datetime, status, message, tracking_location: place }) => ({
        at: readMoment(NAME, datetime),
        status: statuses[status] ?? 'unknown',
        description: message || status.replaceAll('_', ' '),
        location: [place?.city, place?.state, place?.country].filter(Boolean).join(', '),
      }))
    },

    async cancel({ remote }) {
      const id = remote['shipment'] ?? ''
      const answer = await send({ method: 'POST', path: `/v2/shipments/${id}/refund`, body: {} })
      if (answer.status < 400) return
      const { refund_status: state } = await retrieve(id)
      if (state !== 'submitted' && state !== 'refunded') requireSuccess(answer)
    },

    readWebhook: (body, { 'x-hmac-signature': signature }, secret) =>
      typeof signature === 'string' ? trackingOf(body, signature, secret) : undefined,
  }
}

/** A quote is `shp_…/rate_…`. */
function idsOf(quote: string): [shipment: string, rate: string] {
  const [, shipment, rate] = /^(shp_\w+)\/(rate_\w+)$/.exec(quote) ?? []
  if (!shipment || !rate) throw new CarrierRefusal('EasyPost has no such price. Get new prices.')
  return [shipment, rate]
}

function requirePossible({ to, collect }: QuoteRequest, { country }: CarrierAddress): void {
  if (collect > 0)
    throw new CarrierRefusal(
      'EasyPost labels are for orders that are paid: no cash is collected on delivery.',
    )
  const isInside = to.country === country || (euCountries.has(to.country) && euCountries.has(country))
  if (!isInside)
    throw new CarrierRefusal('A package abroad needs a customs declaration. Buy its label at EasyPost.')
}

const inches = (cm: number) => Math.round((cm / CM_PER_INCH) * 10) / 10
const ounces = ({ grams }: PackageSize) => Math.ceil((grams / GRAMS_PER_OUNCE) * 10) / 10

const addressOf = ({ name, line1, line2, city, state, postcode, country, phone, email }: CarrierAddress) => ({
  name,
  street1: line1,
  ...(line2 && { street2: line2 }),
  city,
  ...(state && { state }),
  ...(postcode && { zip: postcode }),
  country,
  ...(phone && { phone }),
  ...(email && { email }),
})

function requireSuccess({ status, body }: CarrierAnswer): void {
  if (status >= 400) throw refusal(answers.refusalOf(body) || `it answered ${status}`)
}

const refusal = (sentence: string) => new CarrierRefusal(`EasyPost refuses this: ${sentence}`.slice(0, 400))
