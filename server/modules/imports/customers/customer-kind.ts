import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import {
  addImportedAddresses,
  createImportedCustomers,
  findCustomersByEmail,
  removeImportedAddresses,
  removeImportedCustomer,
  renameImportedCustomer,
} from '#server/modules/identity/index.ts'
import type { ImportKind, Item, ItemResult } from '../run/import-kind.ts'
import type { PendingImport } from '../run/pending-import.ts'
import { customerFormats } from './customer-formats.ts'
import { nameOf, planCustomer } from './customer-plan.rules.ts'
import type { ImportedCustomer } from './imported-customer.ts'

/** What undo removes of a customer who was there before. */
interface CustomerUndo {
  created?: true
  addressIds?: number[]
  nameBefore?: string
}

/** Customers with their addresses. They get no password and no email. */
export const customerKind: ImportKind<ImportedCustomer, undefined> = {
  kind: 'customers',
  formats: customerFormats,
  amountColumns: [],
  missingColumn: ({ email }) =>
    email === undefined ? { column: 'email', message: 'Choose the column with the email' } : undefined,
  keysOf: ({ email }) => (email === '' ? [] : [`email ${email}`]),
  nameOf,
  load: () => Promise.resolve(undefined),
  async plan(db, { shopId }, rows) {
    const emails = rows.map(({ email }) => email)
    const stored = await findCustomersByEmail(db, shopId, emails, { lock: false })
    return rows.map((row) => planCustomer(row, stored.get(row.email)))
  },
  write: writeCustomers,
  async undo(tx, pending, { row, recordId, undo }) {
    const { created, addressIds = [], nameBefore } = undo as CustomerUndo
    const userId = Number(recordId)
    if (created) return removeImportedCustomer(tx, pending, userId)
    const now = (await findCustomersByEmail(tx, pending.shopId, [row.email], { lock: true })).get(row.email)
    if (now?.id !== userId) throw new AppError(409, 'customer_changed', 'The customer has another email now')
    await removeImportedAddresses(tx, pending.shopId, { userId, ids: addressIds })
    if (nameBefore !== undefined && now.fullName === row.name)
      await renameImportedCustomer(tx, pending.shopId, userId, nameBefore)
  },
  tables: ['app_user', 'address'],
}

async function writeCustomers(
  tx: Transaction,
  pending: PendingImport,
  items: readonly Item<ImportedCustomer>[],
): Promise<ItemResult[]> {
  const { shopId } = pending
  const emails = items.map(({ row }) => row.email)
  const stored = await findCustomersByEmail(tx, shopId, emails, { lock: true })
  const planned = items.map((item) => {
    const customer = stored.get(item.row.email)
    return { item, customer, plan: planCustomer(item.row, customer) }
  })
  const created = planned.filter(({ plan }) => plan.outcome === 'create')
  const ids = await createImportedCustomers(
    tx,
    pending,
    created.map(({ item: { row }, plan }) => ({
      email: row.email,
      fullName: nameOf(row),
      createdAt: row.since === undefined ? undefined : new Date(row.since),
      addresses: plan.addresses,
    })),
  )
  const idOf = new Map(created.map(({ item }, i) => [item.position, ids[i] ?? 0]))
  const changed = planned.flatMap(({ customer, plan }) =>
    customer && plan.outcome === 'update' ? [{ customer, ...plan }] : [],
  )
  const addressIds = await addImportedAddresses(tx, shopId, changed)
  for (const { customer, rename } of changed) {
    if (rename !== undefined) await renameImportedCustomer(tx, shopId, customer.id, rename)
  }
  return planned.map(({ item: { position }, customer, plan }): ItemResult => {
    const { outcome, notes } = plan
    if (outcome === 'refuse') return { position, state: 'failed', reason: plan.reason ?? 'Refused' }
    const undo: CustomerUndo = {
      ...(outcome === 'create' && { created: true as const }),
      ...(customer && { addressIds: addressIds.get(customer.id) ?? [] }),
      ...(customer && plan.rename !== undefined && { nameBefore: customer.fullName }),
    }
    const recordId = String(customer?.id ?? idOf.get(position) ?? '')
    return { position, state: 'done', notes, recordId, undo }
  })
}
