import type { ConnectedCarrier } from '#contract/carriers/carrier-account.ts'

/** The usual package of a shop. */
export interface UsualPackage {
  weight: number | null
  lengthCm: number
  widthCm: number
  heightCm: number
}

export interface ShiprocketDetails {
  email: string
  pickupLocation: string
  pickupPostcode: string
}

export interface EasypostDetails {
  senderName: string
  senderPhone: string
  line1: string
  line2: string
  city: string
  state: string
  postcode: string
  country: string
}

/** What is no secret about a connection, as staff edit it and as the audit log has it. */
export type AccountFields = UsualPackage &
  (({ carrier: 'shiprocket' } & ShiprocketDetails) | ({ carrier: 'easypost' } & EasypostDetails))

/** The names of carriers for people. */
export const carrierNames: Record<ConnectedCarrier | 'own', string> = {
  own: 'Your own label',
  shiprocket: 'Shiprocket',
  easypost: 'EasyPost',
}
