import type { z } from 'zod'
import type { getDelivery } from '#contract/orders/delivery/delivery.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import type { PersonalData } from '#web/lib/query-client.ts'
import { useCart } from '#web/data/cart/cart.ts'
import { usePersonalData } from '#web/data/visitor/personal-data.ts'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { CartList } from './cart-list.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

interface CartProps {
  personal: PersonalData | undefined
  delivery: z.output<typeof getDelivery.answer>['data']
  /** The refused form, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

function Cart({ personal, delivery, refused }: CartProps) {
  usePersonalData(personal)
  const { lines, changing, isError, refetch } = useCart()
  return (
    <div className="min-h-dvh">
      <div className="page-width py-10 lg:py-16">
        <h1 tabIndex={-1} className="font-display text-display">
          Cart
        </h1>
        {refused && (
          <div className="mt-6">
            <FormAlert text={refused.message} />
          </div>
        )}
        <div className="mt-8 lg:mt-10">
          {lines ? (
            <CartList lines={lines} changing={changing} delivery={delivery} />
          ) : isError ? (
            <FailedState text="We couldn’t load your cart." onRetry={() => void refetch()} />
          ) : (
            <CartSkeleton />
          )}
        </div>
      </div>
    </div>
  )
}

/** A placeholder in the size of a cart. */
function CartSkeleton() {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
      <div>
        {[0, 1].map((row) => (
          <div key={row} className="flex gap-4 border-t border-line py-6 sm:gap-6">
            <div className="size-24 shrink-0 rounded-xs bg-ground sm:size-32" />
            <div className="grow space-y-3 pt-1">
              {row === 0 ? (
                <p role="status" className="h-5 text-quiet">
                  Loading...
                </p>
              ) : (
                <div className="h-5 w-2/3 rounded-xs bg-ground" />
              )}
              <div className="h-5 w-1/4 rounded-xs bg-ground" />
              <div className="h-12 w-36 rounded-xs bg-ground" />
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-10 h-96 rounded-xs bg-ground lg:mt-0" />
    </div>
  )
}

export default withQueries(Cart)
