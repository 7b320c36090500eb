import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { image, text } from '../fields.ts'

/** The secret id of a cart or checkout. It opens what is in it. */
const id = text(64).describe('of a cart or a checkout of an agent; a secret')

const line = z.object({
  productid: z.number().int(),
  variantid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  image: image.nullable(),
  quantity: z.number().int().describe('units that the agent has chosen'),
  orderable: z.number().int().describe('units of these that can be ordered now'),
  productprice: z.number().describe('major units, per unit, after the offer'),
  linetotal: z.number().describe('major units, of the orderable units'),
  problem: z.string().nullable().describe('why fewer units can be ordered than were chosen'),
})

/** What the agent knows of the buyer, under the names of the checkout. Empty texts: it has not sent them. */
const preparedFields = z.object({
  email: z.string(),
  phone: z.string(),
  shipping: z.object({
    fullName: z.string(),
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    state: z.string().describe('its code, if the country has a list'),
    pincode: z.string(),
    country: z.string().describe('ISO 3166-1 alpha-2'),
  }),
  coupon: z.string().describe('the code that applies'),
  shippingMethod: z.string().describe('the one that the agent has chosen, if the address has it'),
})

export const agentCheckout = z.object({
  kind: z.enum(['cart', 'checkout']),
  state: z.enum(['open', 'ordered', 'ended']).describe('ended: the agent has cancelled it'),
  lines: z.array(line).describe('empty unless it is open'),
  unknown: z.number().int().describe('items of the agent that the shop does not sell'),
  total: z.number().describe('major units, of the items without delivery and coupon'),
  fields: preparedFields.nullable().describe('null unless it is open'),
  recipient: z.array(z.string()).describe('name and delivery address as on a label; may be empty'),
  problem: z.string().nullable().describe('why the shop cannot deliver to the address; it is left out'),
  order: z.object({ url: z.string() }).nullable().describe('the page of its order'),
})
export type AgentCheckout = z.infer<typeof agentCheckout>
export type PreparedFields = z.infer<typeof preparedFields>

export const getAgentCheckout = endpoint({
  method: 'GET',
  path: 'agent-checkouts/:id',
  audience: 'visitor',
  summary: 'Reads a cart or checkout that an agent has prepared, for its buyer',
  input: z.strictObject({ id }),
  answer: z.object({ data: agentCheckout }),
})

export const addAgentCheckout = endpoint({
  method: 'POST',
  path: 'agent-checkouts/:id/cart',
  audience: 'visitor',
  summary: 'Puts the items that an agent has prepared into the cart, as far as they are available',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ missing: z.array(z.string()).describe('names of items') }) }),
})

export const agentCheckoutEndpoints = [getAgentCheckout, addAgentCheckout] as const
