import { createAddress, deleteAddress, getAddresses, updateAddress } from '#contract/identity/account.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { personalRoute } from '#server/http/route.ts'
import { listAddresses } from './address.queries.ts'
import * as writes from './address.writes.ts'

const list = personalRoute(getAddresses, async (_input, context) => {
  const data = await listAddresses(context.db, context.shop.shopId, callerOf(context).userId)
  return { data, total: data.length }
})

const create = personalRoute(createAddress, async (input, context) => {
  const { db, shop } = context
  const { userId } = callerOf(context)
  const add = db.transaction().execute((tx) => writes.createAddress(tx, shop.shopId, userId, input))
  return { data: await add, message: 'Address saved' }
})

const update = personalRoute(updateAddress, async (input, context) => {
  const { db, shop } = context
  const { userId } = callerOf(context)
  const write = db.transaction().execute((tx) => writes.updateAddress(tx, shop.shopId, userId, input))
  return { data: await write, message: 'Address saved' }
})

const remove = personalRoute(deleteAddress, async ({ id }, context) => {
  const { db, shop } = context
  const { userId } = callerOf(context)
  await db.transaction().execute((tx) => writes.deleteAddress(tx, shop.shopId, userId, id))
  return { message: 'Address deleted' }
})

export const addressRoutes = [list, create, update, remove]
