import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { CallInput } from '#web/lib/call.ts'
import { isDiscount, typedDiscount } from '../new/order-input.ts'
import { editedLines, hasChanges, type EditedItem } from './edited-items.ts'

/** What an edit changes beside the items, as it is typed and chosen. */
export interface EditChoices {
  /** Such as 50 or 10%; empty: none. */
  discount: string
  reason: string
  /** Empty: as it is. */
  shippingMethod: string
  /** Empty: as the server suggests. */
  paymentMethod: string
}

/** An order with its edit. */
export interface Edited {
  start: AdminOrder
  items: readonly EditedItem[]
  choices: EditChoices
}

/** The choices that leave an order as it is. */
export const choicesOf = ({ coupon, discountReason }: AdminOrder): EditChoices => ({
  discount: discountReason ? String(coupon) : '',
  reason: discountReason,
  shippingMethod: '',
  paymentMethod: '',
})

type Input = CallInput<'PATCH admin/orders/:number/lines'>

function discountInput({ start, choices }: Edited, reason: string): Pick<Input, 'discount'> {
  const before = choicesOf(start)
  const text = choices.discount.trim()
  if (text === before.discount && (text === '' || choices.reason.trim() === before.reason)) return {}
  return { discount: text === '' ? null : { ...typedDiscount(text), reason } }
}

function inputOf(edited: Edited, reason: string): Input {
  const { start, items, choices } = edited
  const { shippingMethod, paymentMethod } = choices
  return {
    number: start.number,
    version: start.version,
    lines: editedLines(items),
    ...discountInput(edited, reason),
    ...(shippingMethod && { shippingMethod }),
    ...(paymentMethod && { paymentMethod }),
  }
}

/** The request that saves an edit. */
export const savedInput = (edited: Edited): Input => inputOf(edited, edited.choices.reason.trim())

/** The request for the costs of an edit, as far as it is typed and valid. */
export function previewInput(edited: Edited): Input {
  const { discount, ...rest } = inputOf(edited, edited.choices.reason.trim() || 'Not entered yet')
  const isTyped = discount === null || isDiscount(edited.choices.discount.trim())
  return { ...rest, ...(discount !== undefined && isTyped && { discount }) }
}

/** Whether an edit changes anything. Another way to pay alone is no edit. */
export const hasEdits = (edited: Edited): boolean =>
  hasChanges(edited.items) ||
  edited.choices.shippingMethod !== '' ||
  discountInput(edited, '').discount !== undefined
