import type { SentAddress, SentBuyer } from '#server/modules/checkout-sessions/index.ts'
import { contact, orderAddress } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'
import { settledAddress } from '#server/platform/postal-codes/settled-address.ts'
import type { z } from 'zod'
import { countryCodeOf } from './country-code.ts'
import type { Problem, ProblemSubject } from './problem.ts'

type DestinationField = NonNullable<Extract<ProblemSubject, { kind: 'destination' }>['field']>

/** The fields of an order's address, and what the platform calls them. */
const fieldOf: Record<string, DestinationField> = {
  fullName: 'name',
  line1: 'street',
  line2: 'extended',
  city: 'city',
  state: 'region',
  pincode: 'postalCode',
  country: 'country',
}

const joined = (...names: (string | undefined)[]) =>
  names
    .map((name) => name?.trim() ?? '')
    .filter((name) => name !== '')
    .join(' ')

/** What the platform sent, under the names of an order's address. Empty texts: it sent nothing. */
export const addressTexts = (sent: Omit<SentAddress, 'id'>, buyer: SentBuyer) => ({
  fullName: joined(sent.firstName, sent.lastName) || joined(buyer.firstName, buyer.lastName),
  line1: sent.street ?? '',
  line2: sent.extended ?? '',
  city: sent.city ?? '',
  state: sent.region ?? '',
  pincode: sent.postalCode ?? '',
  country: countryCodeOf(sent.country) ?? sent.country ?? '',
})

/** The address of an order from what the platform sent, or why it is none. `subject`: for what the order uses it. */
export function readAddress(
  sent: Omit<SentAddress, 'id'>,
  buyer: SentBuyer,
  subject: { kind: 'destination' } | { kind: 'billing'; instrument: number } = { kind: 'destination' },
): { address?: z.output<typeof orderAddress>; problems: Problem[] } {
  const read = addressTexts(sent, buyer)
  const parsed = orderAddress.safeParse(read)
  if (!parsed.success) {
    const problems = lastOfEach(parsed.error.issues).map(({ path, message }): Problem => {
      const name = String(path[0])
      const isMissing = read[name as keyof typeof read] === ''
      return {
        code: isMissing ? 'missing' : 'invalid',
        text: message,
        about: { ...subject, field: fieldOf[name] ?? 'street' },
        solvedBy: 'platform',
      }
    })
    return { problems }
  }
  try {
    settledAddress(parsed.data, subject.kind === 'billing' ? 'billing' : 'shipping')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const about = { ...subject, field: 'region' } as const
    return { problems: [{ code: 'invalid', text: error.message, about, solvedBy: 'platform' }] }
  }
  return { address: parsed.data, problems: [] }
}

/** One field may break several rules, of which the last is the most specific. */
const lastOfEach = (issues: readonly z.core.$ZodIssue[]) =>
  issues.filter(({ path }, index) => issues.findLastIndex((one) => one.path[0] === path[0]) === index)

/** How to reach the buyer, or what is missing. The phone number may stand in the address. */
export function readContact(
  { email = '', phone: own }: SentBuyer,
  destination: SentAddress | undefined,
): { contact?: z.output<typeof contact>; problems: Problem[] } {
  const read = { email, phone: own ?? destination?.phone ?? '' }
  const parsed = contact.safeParse(read)
  if (parsed.success) return { contact: parsed.data, problems: [] }
  const problems = lastOfEach(parsed.error.issues).map(({ path, message }): Problem => {
    const field = path[0] === 'email' ? 'email' : 'phone'
    const isMissing = read[field].trim() === ''
    return {
      code: isMissing ? 'missing' : 'invalid',
      text: isMissing && field === 'email' ? 'Enter the email address of the buyer' : message,
      about: { kind: 'buyer', field },
      solvedBy: 'platform',
    }
  })
  return { problems }
}
