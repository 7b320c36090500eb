import type { z } from 'zod'
import type { Address, addressInput } from '#contract/identity/account.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { addressOf } from './address.queries.ts'
import { lockUser } from '../accounts/user.queries.ts'

type AddressInput = z.output<typeof addressInput>

const MAX_ADDRESSES = 20

const addressNotFound = () => new AppError(404, 'not_found', 'Address not found')

/** Adds an address; the first one becomes the default. Throws AppError 409 at the limit. */
export async function createAddress(
  tx: Transaction,
  shopId: number,
  userId: number,
  input: AddressInput,
): Promise<Address> {
  // Serializes concurrent changes, so that the limit and the one default hold.
  await lockUser(tx, shopId, userId)
  const { count } = await own(tx, shopId, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_ADDRESSES) {
    throw new AppError(
      409,
      'too_many_addresses',
      `You can save up to ${MAX_ADDRESSES} addresses. Please delete one first.`,
    )
  }
  const isDefault = count === 0 || input.is_default === true
  if (isDefault) await clearDefault(tx, shopId, userId)
  const row = await tx
    .insertInto('address')
    .values({ ...columnsOf(input), config_id: shopId, user_id: userId, is_default: isDefault })
    .returningAll()
    .executeTakeFirstOrThrow()
  return addressOf(row)
}

/** Replaces an address. The default stays default until another address becomes it. */
export async function updateAddress(
  tx: Transaction,
  shopId: number,
  userId: number,
  { id, ...input }: AddressInput & { id: number },
): Promise<Address> {
  await lockUser(tx, shopId, userId)
  const before = await own(tx, shopId, userId)
    .select('is_default')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(addressNotFound)
  if (input.is_default && !before.is_default) await clearDefault(tx, shopId, userId)
  const row = await change(tx, shopId, userId)
    .set({ ...columnsOf(input), is_default: before.is_default || input.is_default === true })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(addressNotFound)
  return addressOf(row)
}

/** Deletes an address. If it was the default, the latest one becomes the default. */
export async function deleteAddress(
  tx: Transaction,
  shopId: number,
  userId: number,
  id: number,
): Promise<void> {
  await lockUser(tx, shopId, userId)
  const { is_default: wasDefault } = await tx
    .deleteFrom('address')
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('is_default')
    .executeTakeFirstOrThrow(addressNotFound)
  if (!wasDefault) return
  const last = own(tx, shopId, userId).select(({ fn }) => fn.max('id').as('id'))
  await change(tx, shopId, userId).set({ is_default: true }).where('id', '=', last).execute()
}

const own = (tx: Transaction, shopId: number, userId: number) =>
  tx.selectFrom('address').where('config_id', '=', shopId).where('user_id', '=', userId)

const change = (tx: Transaction, shopId: number, userId: number) =>
  tx.updateTable('address').where('config_id', '=', shopId).where('user_id', '=', userId)

async function clearDefault(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await change(tx, shopId, userId).set({ is_default: false }).where('is_default', '=', true).execute()
}

function columnsOf({ fullName, phone, line1, line2, city, state, pincode, country }: AddressInput) {
  return { full_name: fullName, phone, line1, line2, city, state, pincode, country }
}
