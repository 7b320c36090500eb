import type { z } from 'zod'
import type { Address, addressInput } from '#contract/account.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { addressOf } from './address.queries.ts'
import { lockUser } from './user.queries.ts'

type AddressInput = z.output<typeof addressInput>

const mostAddresses = 20

const unknownAddress = () => new AppError(404, 'not_found', 'There is no such address')

/** Adds an address; the first one is the default. Throws AppError 409 where there are 20. */
export async function createAddress(
  tx: Transaction,
  configId: number,
  userId: number,
  input: AddressInput,
): Promise<Address> {
  // Of several at once, each sees what the one before has left.
  await lockUser(tx, configId, userId)
  const { count } = await own(tx, configId, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostAddresses) {
    throw new AppError(409, 'too_many_addresses', `You can keep ${mostAddresses} addresses. Remove one first`)
  }
  const isDefault = count === 0 || input.is_default === true
  if (isDefault) await clearDefault(tx, configId, userId)
  const row = await tx
    .insertInto('address')
    .values({ ...columnsOf(input), config_id: configId, user_id: userId, is_default: isDefault })
    .returningAll()
    .executeTakeFirstOrThrow()
  return addressOf(row)
}

/** Writes an address anew. One is always the default: to change that, another is made it. */
export async function updateAddress(
  tx: Transaction,
  configId: number,
  userId: number,
  { id, ...input }: AddressInput & { id: number },
): Promise<Address> {
  await lockUser(tx, configId, userId)
  const before = await own(tx, configId, userId)
    .select('is_default')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(unknownAddress)
  if (input.is_default && !before.is_default) await clearDefault(tx, configId, userId)
  const row = await change(tx, configId, userId)
    .set({ ...columnsOf(input), is_default: before.is_default || input.is_default === true })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(unknownAddress)
  return addressOf(row)
}

/** Removes an address. Where it was the default, the one that was added last becomes it. */
export async function deleteAddress(
  tx: Transaction,
  configId: number,
  userId: number,
  id: number,
): Promise<void> {
  await lockUser(tx, configId, userId)
  const { is_default: wasDefault } = await tx
    .deleteFrom('address')
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('is_default')
    .executeTakeFirstOrThrow(unknownAddress)
  if (!wasDefault) return
  const last = own(tx, configId, userId).select(({ fn }) => fn.max('id').as('id'))
  await change(tx, configId, userId).set({ is_default: true }).where('id', '=', last).execute()
}

const own = (tx: Transaction, configId: number, userId: number) =>
  tx.selectFrom('address').where('config_id', '=', configId).where('user_id', '=', userId)

const change = (tx: Transaction, configId: number, userId: number) =>
  tx.updateTable('address').where('config_id', '=', configId).where('user_id', '=', userId)

async function clearDefault(tx: Transaction, configId: number, userId: number): Promise<void> {
  await change(tx, configId, userId).set({ is_default: false }).where('is_default', '=', true).execute()
}

function columnsOf({ fullName, phone, line1, line2, city, state, pincode, country }: AddressInput) {
  return { full_name: fullName, phone, line1, line2, city, state, pincode, country }
}
