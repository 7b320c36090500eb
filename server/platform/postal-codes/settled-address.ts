import { stateName } from '#contract/orders/address/address-format.ts'
import type { orderAddress } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'
import { findPinCode } from './postal-codes.ts'
import type { z } from 'zod'

type SentAddress = z.output<typeof orderAddress>

/**
 * The address as it is stored. AppError 400 if the PIN code belongs to another state of India, unless the caller confirms the
 * state. The state decides between CGST with SGST and IGST.
 */
export function settledAddress(
  { keepstate, ...address }: SentAddress,
  path: string,
): Omit<SentAddress, 'keepstate'> {
  const found = address.country === 'IN' ? findPinCode(address.pincode) : undefined
  if (keepstate || !found || found.states.includes(address.state)) return address
  const names = found.states.map((state) => stateName('IN', state)).join(' or ')
  const message = `PIN code ${address.pincode} is in ${names}. Please check the state.`
  throw new AppError(400, 'invalid_input', message, [{ path: `${path}.state`, message }])
}
