import type { OrderShipment } from '#contract/orders/order.ts'
import { formatDateTime, type DateFormat } from '#web/lib/format/dates.ts'

/** What a carrier reports about a package, on one line. */
export const trackingLine = ({ text, location, at }: OrderShipment['events'][number], format: DateFormat) =>
  [text, location, formatDateTime(at, format)].filter(Boolean).join(', ')
