import type { Problem, ProblemSubject, SessionView } from '#server/modules/agents/index.ts'
import type { SessionInput } from '#server/modules/checkout-sessions/index.ts'
import { z } from 'zod'
import type { UcpMessage } from '../errors.ts'

const buyerFields = { name: 'first_name', email: 'email', phone: 'phone_number' }

const addressFields: Record<string, string> = {
  name: 'first_name',
  street: 'street_address',
  extended: 'extended_address',
  city: 'address_locality',
  region: 'address_region',
  postalCode: 'postal_code',
  country: 'address_country',
}

/** The JSONPath (RFC 9535) into a checkout or a cart. `destination`: the index of the chosen one, −1 if none is. */
function pathOf(about: ProblemSubject, destination: number): string {
  switch (about.kind) {
    case 'lines':
      return '$.line_items'
    case 'line':
      return `$.line_items[${about.index}]${about.field ? `.${about.field}` : ''}`
    case 'buyer':
      return `$.buyer.${buyerFields[about.field]}`
    case 'destination': {
      if (destination < 0) return '$.fulfillment'
      return `$.fulfillment.methods[0].destinations[${destination}]${fieldPath(about.field)}`
    }
    case 'billing':
      return `$.payment.instruments[${about.instrument}].billing_address${fieldPath(about.field)}`
    case 'delivery':
      return '$.fulfillment.methods[0].groups[0].selected_option_id'
    case 'code':
      return `$.discounts.codes[${about.index}]`
    case 'payment':
      return '$.payment'
  }
}

/** The shop knows no benefits for members, so it accepts no claim of the buyer. A claim changes nothing else. */
export function claimMessages({ echo }: Pick<SessionInput, 'echo'>): UcpMessage[] {
  const { data } = claims.safeParse(echo?.['context'])
  return (data?.eligibility ?? []).map((claim, index) => ({
    type: 'warning',
    code: 'eligibility_not_accepted',
    content: `The shop has no benefits for ${claim}.`,
    path: `$.context.eligibility[${index}]`,
  }))
}

/** A code that is accepted and saves nothing as yet: it makes the delivery free, whose price is not known or nothing. */
export function couponMessages({ coupon, delivery }: Pick<SessionView, 'coupon' | 'delivery'>): UcpMessage[] {
  if (!coupon || coupon.amount > 0) return []
  const content = delivery
    ? `Coupon ${coupon.code} saves nothing: the delivery is free already.`
    : `Coupon ${coupon.code} makes the delivery free once there is an address.`
  return [
    { type: 'info', code: 'discount_without_effect', content, path: `$.discounts.codes[${coupon.index}]` },
  ]
}

const claims = z.object({ eligibility: z.array(z.string()) })

const severities = { platform: 'recoverable', buyer: 'requires_buyer_input' } as const

const fieldPath = (field: string | undefined): string => {
  const name = field && addressFields[field]
  return name ? `.${name}` : ''
}

/** A problem of the core as a message. */
export function messageOf({ code, text, about, solvedBy }: Problem, destination: number): UcpMessage {
  const path = pathOf(about, destination)
  if (solvedBy === 'none') return { type: 'warning', code, content: text, path }
  return { type: 'error', code, content: text, severity: severities[solvedBy], path }
}
