import { z } from 'zod'

// The parts of the objects that the shop reads: https://docs.easypost.com/docs/shipments, /trackers, /errors

const rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  delivery_days: z.number().nullish(),
})

export const shipment = z.object({
  id: z.string(),
  reference: z.string().nullish(),
  tracking_code: z.string().nullish(),
  refund_status: z.string().nullish(),
  parcel: z.object({ weight: z.number() }),
  rates: z.array(rate),
  selected_rate: rate.nullish(),
  messages: z.array(z.object({ carrier: z.string().nullish(), message: z.unknown() })).nullish(),
  postage_label: z
    .object({
      label_url: z.string().nullish(),
      label_pdf_url: z.string().nullish(),
      label_file_type: z.string().nullish(),
    })
    .nullish(),
  tracker: z.object({ id: z.string(), public_url: z.string().nullish() }).nullish(),
})
export type EasyPostShipment = z.output<typeof shipment>

export const shipments = z.object({ shipments: z.array(z.object({ id: z.string() })) })

export const tracker = z.object({
  id: z.string(),
  tracking_details: z.array(
    z.object({
      datetime: z.string(),
      status: z.string(),
      message: z.string().nullish(),
      tracking_location: z
        .object({ city: z.string().nullish(), state: z.string().nullish(), country: z.string().nullish() })
        .nullish(),
    }),
  ),
})

/** An Event whose result may be a Tracker. https://docs.easypost.com/docs/events */
export const event = z.object({
  object: z.literal('Event'),
  result: z.object({ object: z.string(), tracking_code: z.string().nullish() }),
})

const failure = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.unknown(),
      errors: z.array(z.union([z.string(), z.object({ message: z.unknown() })])).nullish(),
    }),
  ]),
})

/** EasyPost's sentences about a request that it refuses. */
export function refusalOf(body: unknown): string {
  const { error } = failure.safeParse(body).data ?? {}
  if (error === undefined || typeof error === 'string') return error ?? ''
  const details = (error.errors ?? []).map((each) => (typeof each === 'string' ? each : each.message))
  return [error.message, ...details].filter((text) => typeof text === 'string' && text !== '').join(' ')
}
