import * as contract from '#contract/identity/customer.ts'
import { route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { listCustomers, readCustomer } from './customer.queries.ts'
import { addNote, deleteNote, setDisabled } from './customer.writes.ts'

const list = route(contract.getCustomers, (input, { db, shop }) => listCustomers(db, shop.shopId, input))

const read = route(contract.getCustomer, async ({ id }, { db, shop }) => ({
  data: await readCustomer(db, shop.shopId, id),
}))

const update = route(contract.updateCustomer, async ({ id, ...changes }, context) => {
  await asStaff(context, (tx, write) => setDisabled(tx, write, id, changes))
  return { message: changes.disabled ? 'Account disabled' : 'Account enabled' }
})

const note = route(contract.addCustomerNote, async ({ id, note: body }, context) => {
  const data = await asStaff(context, (tx, write) => addNote(tx, write, id, body))
  return { data, message: 'Note saved' }
})

const removeNote = route(contract.deleteCustomerNote, async (input, context) => {
  await asStaff(context, (tx, write) => deleteNote(tx, write, input))
  return { message: 'Note deleted' }
})

export const customerRoutes = [list, read, update, note, removeNote]
