import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '#contract/carriers/label.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import {
  findOrder,
  findOrderById,
  orderNotFound,
  positionOf,
  withCapture,
} from '#server/modules/orders/index.ts'
import { beginLabel, purchaseLabel } from './buy-label.ts'
import { cancelLabel } from './cancel-label.ts'
import { labelPdf } from './label-pdf.ts'
import { findLabel, labelNotFound, labelToView, listLabels, type LabelRow } from './label.queries.ts'
import { quoteOrder } from './quote-label.ts'

/** Labels of orders, for staff. */
export const labelRoutes = [
  route(contract.quoteLabels, async (input, context) => ({ data: await quoteOrder(context, input) })),

  personalRoute(contract.buyLabel, async ({ lines, shipmentId, ...input }, context) => {
    const { db, shop, services } = context
    const units = lines.map(({ lineId, quantity }) => ({ position: positionOf(lineId), quantity }))
    if (shipmentId === undefined && units.length === 0) throw nothingChosen()
    // Only the call that stores the purchase makes it. A repeated one, or another process, reads its result.
    let isNew = false
    const { id } = await withCapture(context, { number: input.number, lines: units }, () =>
      asStaff(context, async (tx, write) => {
        const begun = await beginLabel(tx, write, { ...input, shipmentId, lines: units, deps: services })
        isNew = true
        return { id: begun }
      }),
    )
    if (isNew) await purchaseLabel(db, services, { shopId: shop.shopId, id })
    const label = await findResult(db, shop.shopId, id)
    const { state, shipmentId: shipped, problem } = label
    if (state === 'refused') throw refused(problem)
    const { status } = await findOrderById(db, shop.shopId, label.orderId)
    return { data: { id, state, shipmentId: shipped, status }, message: messageOf(label) }
  }),

  route(contract.getLabels, async ({ number }, { db, shop }) => {
    const order = await requireOrder(db, shop.shopId, number)
    return { data: (await listLabels(db, shop.shopId, order.id)).map(labelToView) }
  }),

  route(contract.getLabelPdf, async ({ number, id }, { db, shop, services }) => {
    const order = await requireOrder(db, shop.shopId, number)
    const label = await findLabel(db, shop.shopId, id)
    if (label?.orderId !== order.id || label.state !== 'bought') throw labelNotFound()
    const name = `label-${order.serial.replaceAll('/', '-')}-${id}.pdf`
    return { name, bytes: await labelPdf(db, services, shop, label) }
  }),

  route(contract.cancelLabel, async ({ number, id }, { db, shop, services, caller }) => {
    if (!caller) throw notSignedIn()
    const { shopId } = shop
    const { id: orderId } = await requireOrder(db, shopId, number)
    const write = { shopId, actor: { id: caller.userId, name: caller.fullName } }
    await cancelLabel(db, services, write, { orderId, id })
    return { message: 'Label cancelled' }
  }),
]

const POLL_MS = 200
/** A carrier has answered by then, or the purchase waits for the job. */
const MAX_POLLS = 100

/** The label after its purchase, which another call of the same key may still be making. */
async function findResult(db: Database, shopId: number, id: number): Promise<LabelRow> {
  for (let polls = 0; ; polls++) {
    const label = await findLabel(db, shopId, id)
    if (!label) throw labelNotFound()
    // A purchase without an answer has a sentence that says so.
    if (label.state !== 'buying' || label.problem !== '' || polls === MAX_POLLS) return label
    await sleep(POLL_MS)
  }
}

async function requireOrder(db: Database, shopId: number, number: string) {
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  return order
}

function messageOf({ state, shipmentId, problem }: LabelRow): string {
  if (state === 'buying') return 'The carrier has not answered yet. The shop asks again in two minutes.'
  if (shipmentId === null) return problem
  return 'Label bought'
}

const nothingChosen = () => {
  const message = 'Select items to ship'
  return new AppError(400, 'invalid_input', message, [{ path: 'lines', message }])
}

const refused = (message: string) => new AppError(422, 'label_refused', message, [{ path: 'quote', message }])
