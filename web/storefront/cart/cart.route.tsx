import { getBestSellers } from '#contract/catalog/best-seller.ts'
import { getRelatedProducts } from '#contract/catalog/product.ts'
import type { Call } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import { getCarts, getCartSummary, type CartLine } from '#contract/cart/cart.ts'
import { getDelivery } from '#contract/orders/delivery/delivery.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getSavedLines } from '#contract/cart/saved-line.ts'
import { checkoutKey } from '#web/data/checkout/checkout.ts'
import { newestOf, type Suggested } from '#web/data/suggested-products.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { loadPersonal } from '../layout/personal-data.ts'
import { cartAction } from './cart-action.ts'
import { readCouponCode } from './coupon-code.ts'
import type { ActionArgs, LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { ExpressRoom } from '../express/express-room.tsx'
import { PageHead } from '../page-head.tsx'
import CartIsland from './cart.island.tsx'
import Suggestions from './suggestions.island.tsx'

const cartKey = ['personal', 'cart'] as const

export async function loader({ context, request }: LoaderArgs) {
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

export const action = ({ context, request }: ActionArgs) =>
  cartAction(context, readCouponCode(new URL(request.url).searchParams))

/** Reads the suggestions for the first view of the page. Not beside the hook: browsers would load the schemas. */
async function readSuggested(call: Call, lines: readonly CartLine[]): Promise<Suggested> {
  const newest = newestOf(lines)
  const products =
    newest === null
      ? (await call(getBestSellers, {})).response
      : (await call(getRelatedProducts, { exclude_product_id: newest })).data
  return { newest, products }
}

export default function CartPage({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  const { personal, delivery, suggested } = loaderData
  return (
    <>
      <PageHead title="Cart" path={links.cart()} noindex />
      <ExpressRoom on="cart">
        <Island of={CartIsland} props={{ personal, delivery, refused: actionData }} />
      </ExpressRoom>
      <Island of={Suggestions} props={{ first: suggested }} when="used" />
    </>
  )
}
