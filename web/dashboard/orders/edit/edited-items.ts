import type { Image } from '#contract/fields.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderProduct } from '#contract/orders/manual-quote.ts'

/** An item of an order as it is edited. */
export interface EditedItem extends Pick<OrderProduct, 'variantid' | 'productname' | 'options' | 'sku'> {
  image: Image | null
  /** As typed; "0" removes the item. */
  quantity: string
  /** The units that the order has now; 0: the item is added. */
  ordered: number
}

export const itemsOf = ({ lines }: AdminOrder): EditedItem[] =>
  lines.map(({ variantid, productname, options, sku, image, quantity }) => ({
    variantid,
    productname,
    options,
    sku,
    image,
    quantity: String(quantity),
    ordered: quantity,
  }))

/** Adds a unit of a product: to its item, or as a new one. */
export function addUnit(items: readonly EditedItem[], product: OrderProduct): EditedItem[] {
  const { variantid, productname, options, sku, image } = product
  const isSame = (item: EditedItem) => item.variantid === variantid
  if (!items.some(isSame))
    return [...items, { variantid, productname, options, sku, image, quantity: '1', ordered: 0 }]
  return items.map((item) =>
    isSame(item) ? { ...item, quantity: String((Number(item.quantity) || 0) + 1) } : item,
  )
}

/** Removes an item. One of the order stays in the list until the change is saved. */
export const removeItem = (items: readonly EditedItem[], variantid: number): EditedItem[] =>
  items.flatMap((item) => {
    if (item.variantid !== variantid) return [item]
    return item.ordered > 0 ? [{ ...item, quantity: '0' }] : []
  })

/** The lines of the request: all of them, so that the issues of the server have the places of the list. */
export const editedLines = (items: readonly EditedItem[]) =>
  items.map(({ variantid, quantity }) => ({ variantid, quantity: quantity.trim() }))

export const hasChanges = (items: readonly EditedItem[]) =>
  items.some(({ quantity, ordered }) => quantity.trim() !== String(ordered))
