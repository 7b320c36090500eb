import type { TrackingStatus } from '../carrier.ts'

/** The shipment status codes of https://apidocs.shiprocket.in/ (Tracking) that have one clear meaning. */
const byCode: Record<number, TrackingStatus> = {
  1: 'created',
  2: 'created',
  3: 'created',
  4: 'created',
  5: 'created',
  6: 'in_transit',
  7: 'delivered',
  8: 'cancelled',
  9: 'returning',
  10: 'returned',
  12: 'failed',
  14: 'returned',
  17: 'out_for_delivery',
  18: 'in_transit',
  19: 'created',
  21: 'failed',
  22: 'in_transit',
  24: 'failed',
  25: 'failed',
  38: 'in_transit',
  39: 'in_transit',
  40: 'returning',
  41: 'returning',
  42: 'in_transit',
  46: 'returning',
  48: 'in_transit',
  51: 'in_transit',
}

/** The status of a scan. A code without a clear meaning, such as "partially delivered", is unknown. */
export const statusOf = (code: string | number | null | undefined): TrackingStatus =>
  byCode[Number(code)] ?? 'unknown'
