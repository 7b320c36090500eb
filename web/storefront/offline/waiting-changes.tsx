import { usePendingChanges } from '#web/data/cart/cart.ts'

/** Says that the visitor is offline, and how many changes to the cart wait for the connection. */
export function WaitingChanges() {
  const { length } = usePendingChanges()
  if (length === 0) return <>You’re offline.</>
  return (
    <>
      You’re offline. {length === 1 ? '1 change' : `${length} changes`} to your cart will be saved when you
      reconnect.
    </>
  )
}
