import type { Address } from '#contract/account.ts'
import { isComplete, type Fields } from './checkout-body.ts'

/** The saved address that is chosen, the default until another one is; `saved` only where an order can go to it. */
export function chosenAddress(
  addresses: readonly Address[],
  fields: Fields,
  countries: readonly string[],
): { choice: string; chosen: Address | undefined; saved: Address | undefined } {
  const wanted = fields['addressId']
  const chosen =
    wanted === 'new' ? undefined : (addresses.find(({ id }) => String(id) === wanted) ?? addresses[0])
  const saved = chosen && isComplete(chosen, countries) ? chosen : undefined
  return { choice: chosen ? String(chosen.id) : 'new', chosen, saved }
}
