import * as contract from '#contract/admin-order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, requireVersion } from '#server/modules/journal/index.ts'
import { paymentName } from '#server/modules/payments/index.ts'
import { moveInBulk } from './admin-order-bulk.ts'
import { correctOrder } from './admin-order-correct.writes.ts'
import { readOrderForStaff } from './admin-order-detail.queries.ts'
import { listOrdersForStaff } from './admin-order-list.queries.ts'
import { addNote, resendMail } from './admin-order-tell.writes.ts'
import {
  cancelByHand,
  confirmByHand,
  deliverByHand,
  shipByHand,
  takeBack,
  type Hand,
} from './admin-order.writes.ts'
import { lockOrderByNumber } from './order.queries.ts'

/** Does something with an order under the name of who calls. */
const byHand = <T>(
  context: PersonalContext,
  number: string,
  work: (tx: Transaction, hand: Hand) => Promise<T>,
): Promise<T> => asStaff(context, (tx, write) => work(tx, { write, mail: context, number }))

/** What staff sees of orders and does with them. */
export const adminOrderRoutes = [
  personalRoute(contract.getAdminOrders, async ({ page, limit, sort, ...filter }, { db, shop, online }) => {
    const { data, total } = await listOrdersForStaff(db, shop, filter, { page, limit, sort })
    return {
      data: data.map((row) => ({ ...row, paymentName: paymentName(row.paymentMethod, online) })),
      total,
      methods: ['cod', 'bank_transfer', ...online.map(({ id }) => id)].map((id) => ({
        id,
        name: paymentName(id, online),
      })),
    }
  }),

  personalRoute(contract.getAdminOrder, async ({ number }, { db, shop, online }) => ({
    data: await readOrderForStaff(db, shop, number, online),
  })),

  personalRoute(contract.correctOrder, async ({ number, version, ...changes }, context) => {
    await byHand(context, number, async (tx, { write }) => {
      const { id } = await lockOrderByNumber(tx, write.configId, number)
      await requireVersion(tx, write, { subject: 'order', subjectId: id, version })
      await correctOrder(tx, write, id, changes)
    })
    return { message: 'The order is corrected' }
  }),

  personalRoute(contract.confirmOrder, async ({ number }, context) => {
    const status = await byHand(context, number, confirmByHand)
    return { data: { status }, message: `Order ${number} is confirmed` }
  }),

  personalRoute(contract.fulfilOrder, async ({ number, ...parcel }, context) => {
    const status = await byHand(context, number, (tx, hand) => shipByHand(tx, hand, parcel))
    return { data: { status }, message: `Order ${number} is on its way` }
  }),

  personalRoute(contract.deliverOrder, async ({ number }, context) => {
    const status = await byHand(context, number, deliverByHand)
    return { data: { status }, message: `Order ${number} has arrived` }
  }),

  personalRoute(contract.cancelOrderAsStaff, async ({ number, ...ending }, context) => {
    const status = await byHand(context, number, (tx, hand) => cancelByHand(tx, hand, ending))
    return { data: { status }, message: `Order ${number} is cancelled` }
  }),

  personalRoute(contract.returnOrder, async ({ number, ...ending }, context) => {
    const status = await byHand(context, number, (tx, hand) => takeBack(tx, hand, ending))
    return { data: { status }, message: `Order ${number} has come back` }
  }),

  personalRoute(contract.addOrderNote, async ({ number, ...note }, context) => {
    await byHand(context, number, (tx, hand) => addNote(tx, hand, note))
    return { message: note.isPublic ? 'The customer is told' : 'The note is saved' }
  }),

  personalRoute(contract.resendOrderMail, async ({ number, kind }, context) => {
    await byHand(context, number, (tx, hand) => resendMail(tx, hand, kind))
    return { message: 'The mail is on its way' }
  }),

  personalRoute(contract.bulkOrders, async (input, context) => {
    const data = await moveInBulk(input, context)
    const done = data.filter((outcome) => outcome.done).length
    return { data, message: `${done} of ${data.length} orders done` }
  }),
]
