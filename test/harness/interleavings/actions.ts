import { randomUUID } from 'node:crypto'
import * as admin from '#contract/orders/admin-order.ts'
import { editOrderLines, markOrderPaid, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { cancelWithdrawn, releaseOrder } from '#contract/orders/hold.ts'
import type { OrderAction } from '#contract/orders/order-actions.ts'
import { cancelOrder, type OrderStatus } from '#contract/orders/order.ts'
import { markRefundSent, refundOrder } from '#contract/orders/payment/refund.ts'
import * as returns from '#contract/orders/return.ts'
import type { ReturnState } from '#contract/orders/return.ts'
import { createShipment, deliverShipment } from '#contract/orders/shipment.ts'
import type { Outcome } from '../people/client.ts'
import { between, buyer, pick, type LivingOrder, type OrderSight, type OrderWorld } from './order-world.ts'

/** Sends one call about an order; undefined: there is nothing to call about. */
type Send = (
  world: OrderWorld,
  order: LivingOrder,
  sight: OrderSight,
) => Promise<Outcome | undefined> | undefined

/** A call, and how often it comes in proportion to the others. */
interface Action {
  weight: number
  /** Whether the shop is likely to accept it now. Most calls are chosen among those. */
  fits(sight: OrderSight): boolean
  send: Send
}

const can =
  (action: OrderAction) =>
  ({ shown }: OrderSight) =>
    shown.can.includes(action)

const hasReturn =
  (...states: readonly ReturnState[]) =>
  ({ returns: all }: OrderSight) =>
    all.some(({ state }) => states.includes(state))

const isOneOf =
  (...statuses: readonly OrderStatus[]) =>
  ({ shown }: OrderSight) =>
    statuses.includes(shown.status)

const key = () => ({ 'idempotency-key': randomUUID() })

/** Some units of some lines, at times more than there are. */
function someLines({ random }: OrderWorld, { shown }: OrderSight) {
  return shown.lines
    .filter(() => random() < 0.6)
    .map(({ lineId, position, quantity }) => ({
      lineId,
      position,
      quantity: between(random, 1, quantity + (random() < 0.1 ? 1 : 0)),
    }))
}

const linesById = (world: OrderWorld, sight: OrderSight) =>
  someLines(world, sight).map(({ lineId, quantity }) => ({ lineId, quantity }))

/** A return, mostly one in one of the states. */
function aReturn({ random }: OrderWorld, { returns: all }: OrderSight, states: readonly ReturnState[]) {
  const likely = all.filter(({ state }) => states.includes(state))
  return pick(random, likely.length > 0 && random() < 0.8 ? likely : all)
}

/** Calls of staff and of the buyer, each with random input. */
export const actions: Record<string, Action> = {
  confirm: {
    weight: 12,
    fits: can('confirm'),
    send: ({ staff }, { number }) => staff.send(admin.confirmOrder, { number }),
  },
  fulfil: {
    weight: 5,
    fits: can('fulfil'),
    send: ({ staff }, { number }) => staff.send(admin.fulfilOrder, { number }),
  },
  ship: {
    weight: 12,
    fits: can('fulfil'),
    send(world, { number }, sight) {
      const lines = linesById(world, sight)
      return lines.length > 0 ? world.staff.send(createShipment, { number, lines }, key()) : undefined
    },
  },
  deliverShipment: {
    weight: 3,
    fits: isOneOf('confirmed', 'shipped'),
    send({ staff, random }, { number }, { shown }) {
      const shipment = pick(random, shown.shipments)
      return shipment && staff.send(deliverShipment, { number, id: shipment.id })
    },
  },
  deliver: {
    weight: 6,
    fits: can('deliver'),
    send: ({ staff }, { number }) => staff.send(admin.deliverOrder, { number }),
  },
  withdraw: {
    weight: 6,
    fits: isOneOf('pending', 'confirmed', 'shipped', 'delivered'),
    send(world, { number, email }, sight) {
      const lines = world.random() < 0.5 ? undefined : linesById(world, sight)
      return buyer(world).send(returns.withdraw, { number, email, ...(lines?.length && { lines }) })
    },
  },
  requestReturn: {
    weight: 9,
    fits: isOneOf('shipped', 'delivered'),
    send(world, { number, accessToken }, sight) {
      const lines = linesById(world, sight).map((line) => ({ ...line, reason: 'Does not fit' }))
      const input = { number, accessToken, lines, wish: 'refund' }
      return lines.length > 0 ? buyer(world).send(returns.requestReturn, input) : undefined
    },
  },
  approve: {
    weight: 3,
    fits: hasReturn('requested'),
    send(world, _order, sight) {
      const found = aReturn(world, sight, ['requested'])
      return found && world.staff.send(returns.approveReturn, { id: found.id })
    },
  },
  refuse: {
    weight: 2,
    fits: hasReturn('requested', 'approved', 'received'),
    send(world, _order, sight) {
      const found = aReturn(world, sight, ['requested', 'approved', 'received'])
      return found && world.staff.send(returns.refuseReturn, { id: found.id, message: 'Worn' })
    },
  },
  receive: { weight: 14, fits: hasReturn('requested', 'approved'), send: receive },
  refundReturn: {
    weight: 10,
    fits: hasReturn('received'),
    send(world, _order, sight) {
      const found = aReturn(world, sight, ['received'])
      const shipping = world.random() < 0.3
      return found && world.staff.send(returns.refundReturn, { id: found.id, shipping })
    },
  },
  refund: {
    weight: 5,
    fits: can('refund'),
    send(world, { number }, sight) {
      const { random, staff } = world
      const lines = someLines(world, sight).map(({ position, quantity }) => ({
        position,
        quantity,
        restock: random() < 0.6,
      }))
      const amount = random() < 0.3 ? between(random, 1, 90) : null
      const input = { number, lines, shipping: random() < 0.2, amount }
      return staff.send(refundOrder, input, key())
    },
  },
  cancel: {
    weight: 1,
    fits: can('cancel'),
    send: ({ staff, random }, { number }) =>
      staff.send(admin.cancelOrderAsStaff, { number, restock: random() < 0.7 }),
  },
  cancelByBuyer: {
    weight: 1,
    fits: can('cancel'),
    send: (world, { number, accessToken }) => buyer(world).send(cancelOrder, { number, accessToken }),
  },
  edit: {
    weight: 8,
    fits: can('edit'),
    send({ staff, random }, { number, variants }) {
      const discount = { percent: between(random, 1, 30), reason: 'Friend' }
      const lines = variants
        .filter(() => random() < 0.5)
        .map((variantid) => ({ variantid, quantity: between(random, 0, 4) }))
      const input = { number, lines, ...(random() < 0.2 && { discount }) }
      return lines.length > 0 ? staff.send(editOrderLines, input) : undefined
    },
  },
  undoEdit: {
    weight: 6,
    fits: ({ shown }) => shown.revisions.some(({ canUndo }) => canUndo),
    send({ staff }, { number }, { shown }) {
      const revision = shown.revisions.findLast(({ isUndone }) => !isUndone)
      return revision && staff.send(undoOrderEdit, { number, id: revision.id }, key())
    },
  },
  markPaid: {
    weight: 6,
    fits: can('markPaid'),
    send: ({ staff }, { number }, { shown }) =>
      shown.due > 0 ? staff.send(markOrderPaid, { number, amount: shown.due }, key()) : undefined,
  },
  sendRefund: {
    weight: 2,
    fits: ({ shown }) => shown.refunds.some(({ status }) => status === 'waiting'),
    send({ staff, random }, { number }, { shown }) {
      const refund = pick(random, shown.refunds)
      return refund && staff.send(markRefundSent, { number, id: refund.id })
    },
  },
  cancelWithdrawn: {
    weight: 6,
    fits: can('cancelWithdrawn'),
    send: ({ staff }, { number }) => staff.send(cancelWithdrawn, { number }),
  },
  release: {
    weight: 4,
    fits: can('release'),
    send: ({ staff, random }, { number }) =>
      staff.send(releaseOrder, { number, reason: 'Agreed by phone', keep: random() < 0.5 }),
  },
  markReturned: {
    weight: 2,
    fits: can('return'),
    send: ({ staff, random }, { number }) =>
      staff.send(admin.returnOrder, { number, restock: random() < 0.6 }),
  },
}

/** Receives a return: all units, or some of them damaged or missing. */
async function receive(
  world: OrderWorld,
  order: LivingOrder,
  sight: OrderSight,
): Promise<Outcome | undefined> {
  const found = aReturn(world, sight, ['requested', 'approved'])
  if (!found) return undefined
  const { random, staff } = world
  const lines = found.lines.map(({ lineId, quantity, cancelled }) => {
    const units = quantity - cancelled
    const restocked = between(random, 0, units)
    const damaged = between(random, 0, units - restocked)
    return { lineId, restocked, damaged, missing: units - restocked - damaged }
  })
  const outcome = await staff.send(returns.receiveReturn, { id: found.id, lines })
  if (outcome.status === 200) {
    const back = lines.map(({ lineId, restocked, damaged }) => ({ position: lineId - 1, restocked, damaged }))
    order.received.push(...back)
  }
  return outcome
}

/** Whether no call is likely to be accepted any more. */
export const isOver = (sight: OrderSight) => Object.values(actions).every(({ fits }) => !fits(sight))

/** The name of the next call: mostly one that fits, at times any. */
export function nextName(random: () => number, sight: OrderSight): string | undefined {
  const all = Object.entries(actions)
  const fitting = random() < 0.85 ? all.filter(([, { fits }]) => fits(sight)) : all
  const names = fitting.flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name))
  return pick(random, names)
}
