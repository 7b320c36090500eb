import {
  completeSession,
  findAgentCart,
  viewInput,
  viewSession,
  type ChosenPayment,
  type Problem,
  type SessionView,
} from '#server/modules/agents/index.ts'
import {
  cancelSession,
  findSession,
  insertSession,
  lockSession,
  noteShownTotal,
  updateSession,
  type Session,
  type SessionInput,
} from '#server/modules/checkout-sessions/index.ts'
import { z } from 'zod'
import { cancelUnpaidOrder, nothingToPay, paymentMethods, providersOf } from '#server/modules/orders/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { notFound, type UcpMessage } from '../errors.ts'
import { paymentHandlers } from '../discovery/payment-handlers.ts'
import { inTransaction, keyOf, operation, UCP_VERSION, type UcpCall, type UcpResult } from '../operation.ts'
import { readWebhookUrl } from '../order/webhook-url.ts'
import { policyLinks } from '../policy-links.queries.ts'
import { checkoutBodyOf } from './answer.ts'
import { closedNote, orderNotes, webhookRefused } from './notes.ts'
import { handlersFor, isListed, nothingInCommon, type HandlerRegistry } from './payment.ts'
import { CART, readInput, readPostalAddress } from './read-input.ts'
import { requireLines } from './require-lines.ts'
import { checkoutBody, completion, newCheckoutBody, resourceId } from './request.ts'

const capability = 'dev.ucp.shopping.checkout'
const noSession = () => notFound('There is no such checkout.')

/** Create, read, replace, complete and cancel a checkout session. */
export const checkoutOperations = [
  operation({
    tool: 'create_checkout',
    description:
      'Opens a checkout for items or for a cart. The answer says what is missing, what delivery costs, and how the buyer can pay.',
    method: 'POST',
    path: '/checkout-sessions',
    capability,
    argument: 'checkout',
    created: true,
    input: newCheckoutBody,
    async run({ cart_id: sentCart, ...body }, call) {
      const { db, shop } = call.context
      const cartId = call.capabilities.has(CART) ? (sentCart ?? undefined) : undefined
      const input = await newInput(call, cartId, body)
      const view = await viewOpen(call, input)
      const webhook = webhookOf(call)
      const session = await insertSession(db, {
        shopId: shop.shopId,
        platformId: call.platform.id,
        protocol: UCP_VERSION,
        cartId: cartId ?? null,
        webhookUrl: webhook.url,
        input: { ...input, shownTotal: view.totals.total },
      })
      // The open session of a cart may be an earlier one.
      return answer(call, session, {
        ...(cartId === undefined && { view }),
        notes: webhook.isRefused ? [webhookRefused] : [],
      })
    },
  }),
  operation({
    tool: 'get_checkout',
    description: 'Reads a checkout with its present prices, state and messages.',
    method: 'GET',
    path: '/checkout-sessions/:id',
    capability,
    input: z.object(resourceId),
    async run({ id }, call) {
      const { db } = call.context
      const key = keyOf(call, id)
      const session = await findSession(db, key)
      if (!session) throw noSession()
      const view = await viewSession(call.context, session)
      const { total } = view.totals
      if (session.state === 'open' && session.input.shownTotal !== total) await noteShownTotal(db, key, total)
      return answer(call, session, { view })
    },
  }),
  operation({
    tool: 'update_checkout',
    description:
      'Changes a checkout: its items, the buyer, the delivery address and option, or discount codes. Fields that are left out stay as they are.',
    method: 'PUT',
    path: '/checkout-sessions/:id',
    capability,
    argument: 'checkout',
    input: checkoutBody.extend(resourceId),
    async run({ id, ...body }, call) {
      const key = keyOf(call, id)
      return inTransaction(call, async (tx, own) => {
        const before = await lockSession(tx, key)
        if (!before) throw noSession()
        if (before.state !== 'open') return answer(own, before, { isRefused: true })
        const input = await readInput(own, body, before.input)
        const view = await viewOpen(own, input)
        const shown = { ...input, shownTotal: view.totals.total }
        return answer(own, await updateSession(tx, key, shown), { view })
      })
    },
  }),
  operation({
    tool: 'complete_checkout',
    description:
      'Places the order of a checkout that is ready. Only after the buyer has agreed to the total. It places one order, however often it is called.',
    method: 'POST',
    path: '/checkout-sessions/:id/complete',
    capability,
    argument: 'checkout',
    requiresKey: true,
    input: completion.extend(resourceId),
    async run({ id, payment }, call) {
      const { instruments } = payment
      const chosen = Math.max(
        0,
        instruments.findIndex(({ selected }) => selected === true),
      )
      const { handler_id: method = '', billing_address: billing } = instruments[chosen] ?? {}
      return complete(call, id, {
        method,
        instrument: chosen,
        billing: billing ? readPostalAddress(billing) : undefined,
      })
    },
  }),
  operation({
    tool: 'cancel_checkout',
    description: 'Ends a checkout without an order.',
    method: 'POST',
    path: '/checkout-sessions/:id/cancel',
    capability,
    requiresKey: true,
    input: z.object(resourceId),
    async run({ id }, call) {
      const key = keyOf(call, id)
      return inTransaction(call, async (tx, own) => {
        const before = await lockSession(tx, key)
        if (!before) throw noSession()
        if (before.state === 'open') return answer(own, await cancelSession(tx, key))
        const { orderId } = before
        const isCancelled = orderId !== null && (await cancelUnpaidOrder(tx, own.context, orderId))
        return answer(own, before, { isRefused: !isCancelled })
      })
    },
  }),
]

/** What a new session begins with. The lines, the buyer, the context and the codes of a cart win over those of the body. */
async function newInput(
  call: UcpCall,
  cartId: string | undefined,
  body: Omit<z.output<typeof newCheckoutBody>, 'cart_id'>,
): Promise<SessionInput> {
  const { line_items: items = [] } = body
  if (cartId === undefined) return readInput(call, { ...body, line_items: items }, undefined)
  const cart = await findAgentCart(call.context.db, keyOf(call, cartId))
  if (!cart) throw notFound('There is no such cart.')
  const own = await readInput(call, { ...body, line_items: [] }, undefined)
  return {
    ...own,
    ...cart.input,
    codes: [...new Set([...(cart.input.codes ?? []), ...(own.codes ?? [])])],
    echo: { ...own.echo, ...cart.input.echo },
  }
}

/** The view of an open session. OutcomeError if the shop has none of its items. */
async function viewOpen({ context }: UcpCall, input: SessionInput): Promise<SessionView> {
  const view = await viewInput(context, input, { forOrder: true })
  requireLines(view)
  return view
}

/** Where the platform wants to hear of the order, as its profile says now. */
function webhookOf({ platform, context, platformConfig }: UcpCall): {
  url: string | null
  isRefused: boolean
} {
  const text = platformConfig('dev.ucp.shopping.order')['webhook_url']
  const target = { profileUrl: platform.profileUrl, mayReach: context.services.mayReach }
  const url = readWebhookUrl(text, target) ?? null
  return { url, isRefused: url === null && text !== undefined }
}

async function complete(call: UcpCall, id: string, payment: ChosenPayment): Promise<UcpResult> {
  const key = keyOf(call, id)
  const before = await findSession(call.context.db, key)
  if (!before) throw noSession()
  if (before.state !== 'open') return answer(call, before, { isRefused: true })
  const view = await viewSession(call.context, before)
  const handlers = handlersFor(call, view, await allHandlers(call))
  if (!isListed(handlers, payment.method)) return answer(call, before, { more: [unknownHandler] })
  const completed = await completeSession(call.context, key, payment)
  if (!completed) throw noSession()
  return answer(call, completed.session, { more: completed.problems })
}

const unknownHandler: Problem = {
  code: 'payment_failed',
  text: 'This checkout has no such payment handler.',
  about: { kind: 'payment' },
  solvedBy: 'platform',
}

async function allHandlers({ context }: UcpCall) {
  const { db, shop, origin } = context
  const [payment, { offered }] = await Promise.all([findSettings(db, shop, 'payment'), providersOf(context)])
  return paymentHandlers(origin, [...paymentMethods(payment, offered, shop.currency), nothingToPay])
}

interface AnswerParts {
  more?: readonly Problem[]
  notes?: readonly UcpMessage[]
  /** The session is not open any more, so that the call has changed nothing. */
  isRefused?: boolean
  /** Of the session as it is now, if it was computed already. */
  view?: SessionView
}

async function answer(
  call: UcpCall,
  session: Session,
  { more = [], notes = [], isRefused = false, view: known }: AnswerParts = {},
): Promise<UcpResult> {
  const [view, policies, all] = await Promise.all([
    known ?? viewSession(call.context, session),
    policyLinks(call.context),
    allHandlers(call),
  ])
  const handlers: HandlerRegistry = session.state === 'open' ? handlersFor(call, view, all) : {}
  const isPayable = session.state !== 'open' || view.lines.length === 0 || Object.keys(handlers).length > 0
  return {
    body: checkoutBodyOf(call, {
      session,
      view,
      more: isPayable ? more : [...more, nothingInCommon],
      notes: [...notes, ...(isRefused ? [closedNote(view)] : []), ...orderNotes(view)],
      policies,
    }),
    paymentHandlers: handlers,
  }
}
