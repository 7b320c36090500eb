import type { Permission } from '#contract/endpoint.ts'
import * as contract from '#contract/search/staff-search.ts'
import { route } from '#server/http/route.ts'
import { findCustomers, findOrders, findProducts } from './staff-search.queries.ts'

/** The search of the dashboard's command palette. */
export const staffSearchRoutes = [
  route(contract.searchAsStaff, async (search, { db, shop, caller }) => {
    const ifAllowed = <T>(permission: Permission, find: () => Promise<T[]>) =>
      caller?.permissions.includes(permission) ? find() : null
    const [orders, customers, products] = await Promise.all([
      ifAllowed('orders', () => findOrders(db, shop, search)),
      ifAllowed('customers', () => findCustomers(db, shop, search)),
      ifAllowed('catalog', () => findProducts(db, shop, search)),
    ])
    return { data: { orders, customers, products } }
  }),
]
