import { getOrderInvoice, getPackingSlip } from '#contract/admin-order.ts'
import type { FileAnswer } from '#contract/endpoint.ts'
import { getInvoice } from '#contract/order.ts'
import type { Database } from '#server/db/connect.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { paymentName } from '#server/modules/payments/index.ts'
import { printerIsBusy, printPaper } from '#server/platform/paper/printer.ts'
import { invoicePaper } from './invoice-paper.ts'
import { issueInvoice } from './invoice.writes.ts'
import { findOrder, listOrderLines, orderNotFound, type OrderRow } from './order.queries.ts'
import { requireOwnOrder } from './order.routes.ts'
import { slipPaper } from './slip-paper.ts'

/** To look at it again and again costs nobody but the shop. */
const perNetwork = { burst: 30, seconds: 2 }

const admit = () => {
  if (printerIsBusy()) throw tooMany(2)
}

/** Invoices and packing slips, made anew whenever they are asked for. */
export const paperRoutes = [
  personalRoute(
    getInvoice,
    async (which, context) => {
      const { shop, limits, clientAddress } = context
      const order = await requireOwnOrder(context, which)
      await limits.take(`papers ${shop.configId} from ${clientAddress}`, perNetwork)
      return printInvoice(context, order)
    },
    { admit },
  ),

  personalRoute(
    getOrderInvoice,
    async ({ number }, context) =>
      printInvoice(context, await requireOrder(context.db, context.shop.configId, number)),
    { admit },
  ),

  personalRoute(
    getPackingSlip,
    async ({ number }, context) => {
      const { db, shop } = context
      const order = await requireOrder(db, shop.configId, number)
      const lines = await listOrderLines(db, shop.configId, order.id)
      return {
        name: `packing-slip-${order.number}.pdf`,
        bytes: await printPaper(slipPaper(order, lines, shop)),
      }
    },
    { admit },
  ),
]

async function printInvoice(
  { db, shop, online }: PersonalContext,
  { id, number }: OrderRow,
): Promise<FileAnswer> {
  const { configId } = shop
  const invoice = await db.transaction().execute((tx) => issueInvoice(tx, configId, id))
  const lines = await listOrderLines(db, configId, id)
  // As it is by now: somebody may have paid meanwhile.
  const order = await requireOrder(db, configId, number)
  const paid = { paymentName: paymentName(order.payment_method, online) }
  const paper = invoicePaper({ invoice, order, lines, ...paid }, shop)
  return { name: `invoice-${invoice.number.replace('/', '-')}.pdf`, bytes: await printPaper(paper) }
}

async function requireOrder(db: Database, configId: number, number: string): Promise<OrderRow> {
  const order = await findOrder(db, configId, number)
  if (!order) throw orderNotFound()
  return order
}
