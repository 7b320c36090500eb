import { links } from '#contract/links.ts'
import { useOrderAgain, type OrderAccess } from '#web/data/checkout/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'

/** Puts the items of the order into the cart and opens it. */
export function OrderAgain({ access }: { access: OrderAccess }) {
  const { mutate, isPending, error } = useOrderAgain(access)

  function order() {
    if (isPending) return
    mutate(undefined, {
      onSuccess({ message, data: { missing } }) {
        showToast(missing.length > 0 ? 'info' : 'success', message)
        void openPage(links.cart())
      },
    })
  }

  return (
    <>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          order()
        }}
      >
        <Button type="submit" name="do" value="again" kind="secondary" aria-disabled={isPending}>
          {isPending ? 'One moment…' : 'Order again'}
        </Button>
      </form>
      {error && (
        <span role="alert" className="order-last basis-full text-danger">
          {errorMessage(error)}
        </span>
      )}
    </>
  )
}
