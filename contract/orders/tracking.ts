import { z } from 'zod'
import { moment } from '../fields.ts'

const texts = {
  created: 'The carrier has been informed',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  failed: 'Delivery failed',
  returning: 'On its way back to the shop',
  returned: 'Back at the shop',
  cancelled: 'Cancelled by the carrier',
}

/** What a carrier says about a package: in the words of the shop, or as it is if the shop has no rule for it. */
export const trackingStatusText = (status: string, description: string): string =>
  (texts as Record<string, string>)[status] ?? description

/** Something that happened to a package on its way. */
export const trackingEvent = z.object({
  at: moment,
  status: z.string().describe('in_transit, out_for_delivery, delivered, failed, returning …'),
  text: z.string().describe('for people'),
  location: z.string(),
})
