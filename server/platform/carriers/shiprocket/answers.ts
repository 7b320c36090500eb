import { z } from 'zod'

// The parts of the answers that the shop reads: https://apidocs.shiprocket.in/

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
])
const key = z.union([z.number(), z.string()]).transform(String)

export const login = z.object({ token: z.string().min(1) })

export const pickupLocations = z.object({
  data: z.object({
    shipping_address: z.array(z.object({ pickup_location: z.string(), pin_code: key })),
  }),
})

/** Without a courier for the route the status in the body is 404, and there is no `data`. */
export const serviceability = z.object({
  status: number.optional(),
  message: z.string().optional(),
  data: z
    .object({
      available_courier_companies: z.array(
        z.object({
          courier_company_id: key,
          courier_name: z.string(),
          rate: number,
          estimated_delivery_days: z.union([z.number(), z.string()]).nullish(),
        }),
      ),
    })
    .optional(),
})
export type Courier = NonNullable<
  z.output<typeof serviceability>['data']
>['available_courier_companies'][number]

/** A refusal may come with status 200, and then has a message instead of the ids. */
export const createdOrder = z.object({
  order_id: key.optional(),
  shipment_id: key.optional(),
  message: z.string().optional(),
})

export const assignedAwb = z.object({
  awb_assign_status: number.optional(),
  message: z.string().optional(),
  response: z
    .object({
      data: z.union([
        z.object({
          awb_code: key.nullish(),
          courier_name: key.nullish(),
          awb_assign_error: z.string().nullish(),
        }),
        z.string(),
      ]),
    })
    .optional(),
})

export const madeLabel = z.object({ label_created: number.optional(), label_url: z.string().nullish() })

export const orders = z.object({
  data: z.array(
    z.object({
      id: key,
      channel_order_id: key,
      shipments: z.array(z.object({ id: key, awb: key.nullish(), courier: key.nullish() })),
    }),
  ),
})

export const tracking = z.object({
  tracking_data: z.object({
    shipment_track_activities: z
      .array(
        z.object({
          date: z.string(),
          activity: z.string(),
          location: z.string().nullish(),
          'sr-status': z.union([z.number(), z.string()]).nullish(),
          'sr-status-label': z.string().nullish(),
        }),
      )
      .nullish(),
  }),
})

export const webhook = z.object({ awb: key.nullish() })

const failure = z.object({
  message: z.string().optional(),
  errors: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
})

/** Shiprocket's sentence about a request that it refuses. */
export function refusalOf(body: unknown): string {
  const { message = '', errors = {} } = failure.safeParse(body).data ?? {}
  const details = Object.values(errors).flat().join(' ')
  return details || message
}
