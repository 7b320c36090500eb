import { minorOf } from '../../currency-digits.ts'
import { isSameText } from '../../same-text.ts'
import {
  purchase,
  readAnswer,
  readMoment,
  unknownForm,
  type CarrierAnswer,
  type CarrierServer,
} from '../carrier-call.ts'
import {
  CarrierRefusal,
  isFromCarrier,
  type Carrier,
  type Label,
  type LabelRequest,
  type QuoteRequest,
} from '../carrier.ts'
import * as answers from './answers.ts'
import { newOrder } from './new-order.ts'
import { NAME, shiprocketSession, type ShiprocketUser } from './session.ts'
import { statusOf } from './statuses.ts'

const API = '/v1/external'
const CURRENCY = 'INR'
const TRACKING_PAGE = 'https://shiprocket.co/tracking/'

interface ShiprocketAccount extends ShiprocketUser {
  /** The name of a pickup location of the account, and its PIN code. */
  pickupLocation: string
  pickupPostcode: string
}

/** Labels of Indian couriers, by the public API of Shiprocket: https://apidocs.shiprocket.in/ */
export function makeShiprocket(server: CarrierServer, account: ShiprocketAccount): Carrier {
  const { signIn, send } = shiprocketSession(server, account)

  /** GET /courier/serviceability: the couriers for a route, with their rates. */
  async function listCouriers({
    to,
    size,
    collect,
    value,
    currency,
  }: QuoteRequest): Promise<answers.Courier[]> {
    if (currency !== CURRENCY || to.country !== 'IN')
      throw new CarrierRefusal('Shiprocket labels are for orders in rupees to addresses in India.')
    const answer = await send({
      method: 'GET',
      path: `${API}/courier/serviceability/`,
      query: {
        pickup_postcode: account.pickupPostcode,
        delivery_postcode: to.postcode,
        cod: collect > 0 ? '1' : '0',
        weight: String(size.grams / 1000),
        length: String(size.lengthCm),
        breadth: String(size.widthCm),
        height: String(size.heightCm),
        declared_value: String(Math.round(value / 100)),
      },
    })
    // Without a courier the answer is 404, in the body or as its status.
    if (answer.status !== 404) requireSuccess(answer)
    const { data } = readAnswer(NAME, answers.serviceability, answer.body)
    const couriers = data?.available_courier_companies ?? []
    if (couriers.length === 0)
      throw new CarrierRefusal(`Shiprocket has no courier from ${account.pickupPostcode} to ${to.postcode}.`)
    return couriers
  }

  /** POST /courier/generate/label. A label that fails is bought all the same, and can be made again. */
  async function labelUrl(shipment: string): Promise<string> {
    try {
      const made = await send({
        method: 'POST',
        path: `${API}/courier/generate/label`,
        body: { shipment_id: [Number(shipment)] },
      })
      return answers.madeLabel.safeParse(made.body).data?.label_url ?? ''
    } catch (error) {
      if (isFromCarrier(error)) return ''
      throw error
    }
  }

  /** POST /courier/generate/pickup. Returns a sentence if the courier does not come yet. */
  async function requestPickup(shipment: string): Promise<string> {
    const problem = 'Shiprocket has not scheduled a pickup. Request one in your Shiprocket panel.'
    try {
      const { status } = await send({
        method: 'POST',
        path: `${API}/courier/generate/pickup`,
        body: { shipment_id: [Number(shipment)] },
      })
      return status < 400 ? '' : problem
    } catch (error) {
      if (isFromCarrier(error)) return problem
      throw error
    }
  }

  /** Removes an order without a courier. Only its entry in the panel is at stake, so a failure does not matter. */
  async function removeOrder(order: string): Promise<void> {
    const call = { method: 'POST', path: `${API}/orders/cancel`, body: { ids: [Number(order)] } } as const
    await send(call).catch(() => {})
  }

  async function createOrder(request: LabelRequest): Promise<{ order: string; shipment: string }> {
    const body = newOrder(request, account.pickupLocation)
    // Without an answer the order may be there: `find` removes it.
    const created = await purchase(async () => {
      const answer = await send({ method: 'POST', path: `${API}/orders/create/adhoc`, body })
      requireSuccess(answer)
      return readAnswer(NAME, answers.createdOrder, answer.body)
    })
    const { order_id: order, shipment_id: shipment, message } = created
    if (order === undefined || shipment === undefined) throw refusal(message)
    return { order, shipment }
  }

  /** POST /courier/assign/awb: buys. Only an answer with a reason, or with the status 0, is a refusal. */
  async function assign(
    shipment: string,
    { courier_company_id: courier, rate }: answers.Courier,
  ): Promise<{ awb: string; courier: string }> {
    const body = { shipment_id: Number(shipment), courier_id: Number(courier) }
    return purchase(async () => {
      const answer = await send({ method: 'POST', path: `${API}/courier/assign/awb`, body })
      requireSuccess(answer)
      const assigned = readAnswer(NAME, answers.assignedAwb, answer.body)
      const data = assigned.response?.data
      if (typeof data === 'string') throw refusal(data)
      if (data?.awb_code) return { awb: data.awb_code, courier: data.courier_name ?? '' }
      const reason = data?.awb_assign_error || assigned.message
      if (reason || assigned.awb_assign_status === 0) throw refusal(reason)
      throw unknownForm(NAME)
    }, priceOf(rate))
  }

  async function boughtLabel(
    shipment: { order: string; shipment: string },
    { awb, courier }: { awb: string; courier: string },
  ): Promise<Label> {
    return {
      service: courier || NAME,
      tracking: awb,
      trackingUrl: TRACKING_PAGE + encodeURIComponent(awb),
      pdfUrl: await labelUrl(shipment.shipment),
      remote: shipment,
    }
  }

  return {
    id: 'shiprocket',
    name: NAME,

    async check() {
      await signIn()
      const answer = await send({ method: 'GET', path: `${API}/settings/company/pickup` })
      requireSuccess(answer)
      const { data } = readAnswer(NAME, answers.pickupLocations, answer.body)
      const known = data.shipping_address.find(({ pickup_location: name }) => name === account.pickupLocation)
      const names = data.shipping_address.map(({ pickup_location: name }) => name).join(', ')
      if (!known)
        throw new CarrierRefusal(
          `Shiprocket has no pickup location “${account.pickupLocation}”. It has: ${names || 'none'}.`,
        )
      if (known.pin_code !== account.pickupPostcode)
        throw new CarrierRefusal(`The pickup location has the PIN code ${known.pin_code} at Shiprocket.`)
    },

    async quote(request) {
      const couriers = await listCouriers(request)
      return couriers.map(({ courier_company_id: id, courier_name: service, rate, ...courier }) => {
        const days = Number.parseInt(String(courier.estimated_delivery_days ?? ''), 10)
        return { id, service, ...priceOf(rate), days: Number.isNaN(days) ? null : days }
      })
    },

    async label(request) {
      const chosen = (await listCouriers(request)).find(({ courier_company_id: id }) => id === request.quote)
      if (!chosen) throw new CarrierRefusal('This courier no longer serves the address. Get new prices.')
      const order = await createOrder(request)
      const assigned = await assign(order.shipment, chosen).catch(async (error: unknown) => {
        if (error instanceof CarrierRefusal) await removeOrder(order.order)
        throw error
      })
      const bought = await boughtLabel(order, assigned)
      const problem = await requestPickup(order.shipment)
      return { ...bought, ...priceOf(chosen.rate), ...(problem && { problem }) }
    },

    async find({ reference }) {
      const answer = await send({ method: 'GET', path: `${API}/orders`, query: { search: reference } })
      requireSuccess(answer)
      const { data } = readAnswer(NAME, answers.orders, answer.body)
      const order = data.find(({ channel_order_id: id }) => id === reference)
      const shipment = order?.shipments[0]
      if (!order || !shipment) return undefined
      if (!shipment.awb) {
        await removeOrder(order.id)
        return undefined
      }
      const ids = { order: order.id, shipment: shipment.id }
      return boughtLabel(ids, { awb: shipment.awb, courier: shipment.courier ?? '' })
    },

    async track({ tracking }) {
      const path = `${API}/courier/track/awb/${encodeURIComponent(tracking)}`
      const answer = await send({ method: 'GET', path })
      if (answer.status === 404) return []
      requireSuccess(answer)
      const { tracking_data: data } = readAnswer(NAME, answers.tracking, answer.body)
      return (data.shipment_track_activities ?? []).map(({ date, activity, location, ...scan }) => ({
        at: inIndia(date),
        status: statusOf(scan['sr-status']),
        description: activity.trim() || (scan['sr-status-label'] ?? ''),
        location: location ?? '',
      }))
    },

    async cancel({ tracking }) {
      const body = { awbs: [tracking] }
      const answer = await send({ method: 'POST', path: `${API}/orders/cancel/shipment/awbs`, body })
      if (answer.status >= 400 && !/already.*cancel/i.test(answers.refusalOf(answer.body)))
        requireSuccess(answer)
    },

    readWebhook(body, { 'x-api-key': token }, secret) {
      if (typeof token !== 'string' || !isSameText(token, secret)) return undefined
      try {
        return answers.webhook.parse(JSON.parse(body.toString('utf8'))).awb ?? null
      } catch {
        return null
      }
    },
  }
}

const priceOf = (rate: number) => ({ price: minorOf(rate, CURRENCY), currency: CURRENCY })

function requireSuccess({ status, body }: CarrierAnswer): void {
  if (status >= 400) throw refusal(answers.refusalOf(body) || `It answered ${status}`)
}

const refusal = (sentence = '') =>
  new CarrierRefusal(`Shiprocket refuses this: ${sentence || 'it gave no reason'}`.slice(0, 400))

/** The times of Shiprocket have no zone: they are those of India. */
const inIndia = (date: string) => readMoment(NAME, `${date.trim().replace(' ', 'T')}+05:30`)
