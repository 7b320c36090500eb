import { AppError } from '#server/http/errors.ts'

/** The carriers that the shop can buy labels of; `own`: the shop delivers by itself, at the rates of its zones. */
export type CarrierId = 'own' | 'shiprocket' | 'easypost'

/** Where a package begins or ends. */
export interface CarrierAddress {
  name: string
  line1: string
  line2: string
  city: string
  /** A code, or a name where the country has no codes. */
  state: string
  /** The name of the state. */
  stateName: string
  postcode: string
  /** ISO 3166 */
  country: string
  countryName: string
  phone: string
  /** Empty: unknown. */
  email: string
}

/** A package. */
export interface PackageSize {
  grams: number
  lengthCm: number
  widthCm: number
  heightCm: number
}

/** What a package contains. `price` is of one unit, in minor units. */
export interface PackageItem {
  name: string
  sku: string
  quantity: number
  price: number
}

/** A package that is to be sent. Amounts are minor units of `currency`. */
export interface QuoteRequest {
  /** The number of the order for people. */
  order: string
  to: CarrierAddress
  size: PackageSize
  items: readonly PackageItem[]
  currency: string
  /** The value of the items. */
  value: number
  /** What the carrier collects on delivery. */
  collect: number
}

/** Minor units of a currency. */
export interface Price {
  price: number
  currency: string
}

/** What a service of a carrier would cost. */
export interface Quote extends Price {
  /** The carrier's id, which `label` takes. */
  id: string
  service: string
  /** Working days on the way; null: unknown. */
  days: number | null
}

export interface LabelRequest extends QuoteRequest {
  /** Chosen by the shop and stored before the purchase: it finds the label if the answer is lost. At most 50 characters. */
  reference: string
  /** The id of a quote. */
  quote: string
}

/** A label that was bought, or one that the shop prints by itself. */
export interface Label {
  /** The company that delivers, for people. */
  service: string
  /** Minor units of `currency`; undefined: as quoted. */
  price?: number
  currency?: string
  tracking: string
  trackingUrl: string
  /** Where its PDF is. Empty: not ready yet, or the shop draws it. */
  pdfUrl: string
  /** What the carrier calls its records. */
  remote: Record<string, string>
  /** A sentence about something that is still to do. */
  problem?: string
}

export const trackingStatuses = [
  'created',
  'in_transit',
  'out_for_delivery',
  'ready_for_pickup',
  'delivered',
  'failed',
  'returning',
  'returned',
  'cancelled',
  'unknown',
] as const
/** `failed`: a delivery was tried in vain, or the package is lost. `unknown`: a status that the shop has no rule for. */
export type TrackingStatus = (typeof trackingStatuses)[number]

/** What a carrier reports about a package. */
export interface TrackingReport {
  at: Date
  status: TrackingStatus
  /** In the carrier's words. */
  description: string
  location: string
}

/** The carrier refuses for good. The message is a sentence for staff; nothing was bought. */
export class CarrierRefusal extends Error {
  override name = 'CarrierRefusal'
}

interface UnavailableOptions {
  mayHaveBought?: boolean
  quoted?: Price | undefined
  cause?: unknown
}

/** The carrier has given no answer that decides. The message is a sentence for staff. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'
  /** Whether the label may have been bought all the same. */
  readonly mayHaveBought: boolean
  /** What it then costs, if the carrier does not say so again. */
  readonly quoted: Price | undefined

  constructor(message: string, options: UnavailableOptions = {}) {
    super(message, { cause: options.cause })
    this.mayHaveBought = options.mayHaveBought ?? false
    this.quoted = options.quoted
  }
}

export const isFromCarrier = (error: unknown): error is CarrierRefusal | CarrierUnavailable =>
  error instanceof CarrierRefusal || error instanceof CarrierUnavailable

/** The error of a carrier for the caller: AppError 409 or 503. Any other error stays as it is. */
export function asAppError(error: unknown): unknown {
  if (!isFromCarrier(error)) return error
  return error instanceof CarrierRefusal
    ? new AppError(409, 'carrier_refused', error.message)
    : new AppError(503, 'carrier_unavailable', error.message)
}

/**
 * A company that delivers packages. Every call ends within some seconds. It rejects with a `CarrierRefusal`, or with
 * `CarrierUnavailable` if there is no answer.
 */
export interface Carrier {
  id: CarrierId
  /** For people. */
  name: string
  /** Whether the credentials and the pickup location are right. */
  check(): Promise<void>
  quote(request: QuoteRequest): Promise<Quote[]>
  /** Buys a label. Called once for a reference: after a lost answer, `find` tells what has happened. */
  label(request: LabelRequest): Promise<Label>
  /** The label that was bought for a request; undefined if none was. Removes what a purchase has left half done. */
  find(request: Pick<LabelRequest, 'reference' | 'quote'>): Promise<Label | undefined>
  /** Everything that happened to a package so far, in any order. */
  track(label: Pick<Label, 'tracking' | 'remote'>): Promise<TrackingReport[]>
  /** Gives a label back that was not used. Giving it back again succeeds. */
  cancel(label: Pick<Label, 'tracking' | 'remote'>): Promise<void>
  /** The tracking number that a message is about; undefined if the carrier did not send it, null if it is about none. */
  readWebhook(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    secret: string,
  ): string | null | undefined
}
