import { getCarts, type CartLine } from '#contract/cart/cart.ts'
import { addAgentCheckout, type AgentCheckout } from '#contract/orders/agent-checkout.ts'
import { links } from '#contract/links.ts'
import { postedForm, redirectAfter, refuseForm } from '#web/lib/on-server/form-action.ts'
import { data } from '#web/lib/on-server/loader-answers.ts'
import { personalCallContext } from '#web/lib/on-server/page-context.ts'
import type { ActionArgs, LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { cartWithCoupon } from '../cart/coupon-code.ts'
import { readAgentCheckout } from '../checkout/prepared/read-agent-checkout.ts'
import { PageHead } from '../page-head.tsx'
import { ClosedOrder, MissingOrder } from './closed-order.tsx'
import { PreparedOrder } from './prepared-order.tsx'

export async function loader({ context, params: { id } }: LoaderArgs<'id'>) {
  const call = context.get(personalCallContext)
  const prepared = call ? await readAgentCheckout(call, id) : undefined
  const cart = call && prepared?.state === 'open' ? (await call(getCarts, {})).data : []
  const page = { prepared, others: prepared ? itemsBeside(cart, prepared) : 0 }
  return data(page, { status: prepared ? 200 : 404 })
}

/** The items of a cart that an agent has not chosen, or not as many of. */
function itemsBeside(cart: readonly CartLine[], { lines }: AgentCheckout): number {
  const chosen = new Map(lines.map(({ variantid, orderable }) => [variantid, orderable]))
  return cart.filter(({ variantid, quantity }) => quantity > (chosen.get(variantid) ?? 0)).length
}

/** Puts the items into the cart and goes on to the checkout, or to the cart. */
export async function action({ context, params: { id } }: ActionArgs<'id'>) {
  const form = postedForm(context)
  const call = context.get(personalCallContext)
  const prepared = call ? await readAgentCheckout(call, id) : undefined
  const submitted = await form.submit(addAgentCheckout, { id })
  if (submitted.status >= 400) return refuseForm(form, submitted)
  const isCart = prepared?.kind === 'cart'
  throw redirectAfter(
    submitted,
    isCart ? cartWithCoupon(prepared.fields?.coupon ?? '') : links.preparedCheckout(id),
  )
}

/** What an agent has prepared, for its buyer to go on with. */
export default function ContinuePage({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  const { prepared, others } = loaderData
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title="From your assistant" noindex />
      {prepared === undefined ? (
        <MissingOrder />
      ) : prepared.state === 'open' ? (
        <PreparedOrder prepared={prepared} others={others} refusal={actionData?.message ?? ''} />
      ) : (
        <ClosedOrder prepared={prepared} />
      )}
    </div>
  )
}
