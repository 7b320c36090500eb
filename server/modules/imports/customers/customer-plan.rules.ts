import type { FiledCustomer } from '#server/modules/identity/index.ts'
import type { RowPlan } from '../run/import-kind.ts'
import type { ImportedAddress, ImportedCustomer } from './imported-customer.ts'

/** The limit of an account. */
const MAX_ADDRESSES = 20

export interface CustomerPlan extends RowPlan {
  /** Present if the name changes. */
  rename?: string
  addresses: ImportedAddress[]
}

/**
 * Decides what an import does with a customer; `stored` has the same email. Addresses are added, never changed. The name
 * follows the file until the customer has chosen a password: from then on it belongs to the customer.
 */
export function planCustomer(imported: ImportedCustomer, stored: FiledCustomer | undefined): CustomerPlan {
  const { problems, notes } = imported
  const none = { changes: [], warnings: [], addresses: [], notes }
  const [problem] = problems
  const refusal = problem ?? (stored?.isStaff ? 'This email belongs to a member of the staff' : undefined)
  if (refusal !== undefined) return { ...none, outcome: 'refuse', reason: refusal }
  const known = new Set((stored?.addresses ?? []).map(keyOf))
  const wanted = new Map(imported.addresses.map((address) => [keyOf(address), address]))
  const addresses = [...wanted].flatMap(([key, address]) => (known.has(key) ? [] : [address]))
  if ((stored?.addresses.length ?? 0) + addresses.length > MAX_ADDRESSES)
    return { ...none, outcome: 'refuse', reason: `A customer can have up to ${MAX_ADDRESSES} addresses` }
  const added = addresses.map((address) => ({ field: 'Address', before: '', after: textOf(address) }))
  if (!stored) {
    const changes = [{ field: 'Name', before: '', after: nameOf(imported) }, ...added]
    return { ...none, outcome: 'create', changes, addresses }
  }
  const differs = imported.name !== undefined && imported.name !== stored.fullName
  const rename = differs && !stored.hasPassword ? imported.name : undefined
  const kept = differs && stored.hasPassword ? [`The customer’s own name is kept: ${stored.fullName}`] : []
  if (rename === undefined && addresses.length === 0) {
    return { ...none, outcome: 'unchanged', notes: [...notes, ...kept] }
  }
  const renamed = rename === undefined ? [] : [{ field: 'Name', before: stored.fullName, after: rename }]
  return {
    ...none,
    outcome: 'update',
    changes: [...renamed, ...added],
    addresses,
    notes: [...notes, ...kept],
    ...(rename !== undefined && { rename }),
  }
}

/** A file without names has the first part of the email. */
export const nameOf = ({ name, email }: ImportedCustomer): string =>
  name ?? (email.split('@')[0] || 'No name')

const parts = ['fullName', 'phone', 'line1', 'line2', 'city', 'state', 'pincode', 'country'] as const

/** Equal addresses have equal keys, whatever their case and spaces. */
const keyOf = (address: ImportedAddress) =>
  parts.map((part) => address[part].toLowerCase().replaceAll(/\s+/g, '')).join('|')

const textOf = (address: ImportedAddress) =>
  parts
    .map((part) => address[part])
    .filter(Boolean)
    .join(', ')
