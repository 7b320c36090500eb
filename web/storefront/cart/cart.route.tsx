import { getBestSellers } from '#contract/catalog/best-seller.ts'
import { getRelatedProducts } from '#contract/catalog/product.ts'
import type { Call } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import { getCarts, getCartSummary, type CartLine } from '#contract/cart/cart.ts'
import { getDelivery } from '#contract/orders/delivery/delivery.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getSavedLines } from '#contract/cart/saved-line.ts'
import { useCart } from '#web/data/cart/cart.ts'
import { checkoutKey } from '#web/data/checkout/checkout.ts'
import { usePersonalData } from '#web/data/personal-data.ts'
import { newestOf, useSuggestedProducts, type Suggested } from '#web/data/suggested-products.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { FormAlert } from '#web/ui/form/form.tsx'
import { loadPersonal } from '../layout/personal-data.ts'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { Section } from '../section.tsx'
import type { Route } from './+types/cart.route.ts'
import { cartAction } from './cart-action.ts'
import { CartList } from './cart-list.tsx'
import { readCouponCode } from './coupon-code.ts'

const cartKey = ['personal', 'cart'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const coupon = readCouponCode(new URL(request.url).searchParams)
  const [personal, delivery] = await Promise.all([
    loadPersonal(context, [
      { key: cartKey, endpoint: getCarts },
      { key: ['personal', 'cart-summary'], endpoint: getCartSummary },
      { key: ['personal', 'cart-saved'], endpoint: getSavedLines },
      ...(coupon === '' ? [] : [{ key: checkoutKey({ coupon }), endpoint: getCheckout, input: { coupon } }]),
    ]),
    call(getDelivery, {}),
  ])
  const lines = personal?.find(({ key }) => key === cartKey)?.data as CartLine[] | undefined
  return { personal, delivery: delivery.data, suggested: await readSuggested(call, lines ?? []) }
}

export const action = ({ context, request }: Route.ActionArgs) =>
  cartAction(context, readCouponCode(new URL(request.url).searchParams))

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  usePersonalData(loaderData.personal)
  const { lines, changing, isError, refetch } = useCart()
  return (
    <div className="min-h-dvh">
      <div className="page-width py-10 lg:py-16">
        <PageHead title="Cart" path={links.cart()} noindex />
        <h1 tabIndex={-1} className="font-display text-display">
          Cart
        </h1>
        {actionData && (
          <div className="mt-6">
            <FormAlert text={actionData.message} />
          </div>
        )}
        <div className="mt-8 lg:mt-10">
          {lines ? (
            <CartList lines={lines} changing={changing} delivery={loaderData.delivery} />
          ) : isError ? (
            <FailedState text="We couldn’t load your cart." onRetry={() => void refetch()} />
          ) : (
            <CartSkeleton />
          )}
        </div>
      </div>
      {lines && <Suggestions lines={lines} first={loaderData.suggested} />}
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

/** Reads the suggestions for the first view of the page. Not beside the hook: browsers would load the schemas. */
async function readSuggested(call: Call, lines: readonly CartLine[]): Promise<Suggested> {
  const newest = newestOf(lines)
  const products =
    newest === null
      ? (await call(getBestSellers, {})).response
      : (await call(getRelatedProducts, { exclude_product_id: newest })).data
  return { newest, products }
}

/** Products that go with the cart. */
function Suggestions({ lines, first }: { lines: readonly CartLine[]; first: Suggested }) {
  const products = useSuggestedProducts(lines, first)
  if (products.length === 0) return null
  return (
    <Section title={lines.length > 0 ? 'Goes well with your cart' : 'Best sellers'}>
      <ProductGrid products={products} />
    </Section>
  )
}
