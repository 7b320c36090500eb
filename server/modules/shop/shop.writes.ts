import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'

export interface ShopChanges {
  name?: string
  tagline?: string
}

/** Changes how the shop is called. */
export async function updateShop(
  tx: Transaction,
  context: WriteContext,
  changes: ShopChanges,
): Promise<void> {
  const { configId } = context
  const before = await lockShop(tx, configId)
  const after = {
    name: (changes.name ?? before.name).trim(),
    tagline: (changes.tagline ?? before.tagline).trim(),
  }
  if (!after.name) throw new AppError(400, 'invalid_input', 'A shop needs a name')
  if (after.name.length > 200 || after.tagline.length > 200) {
    throw new AppError(400, 'invalid_input', 'Name and tagline have at most 200 characters')
  }
  await tx.updateTable('shop').set(after).where('config_id', '=', configId).execute()
  await record(tx, { ...context, action: 'update', subject: 'shop', subjectId: configId, before, after })
}

/** How it is called now, locked until the transaction ends. AppError 404 where there is none. */
export async function lockShop(tx: Transaction, configId: number): Promise<Required<ShopChanges>> {
  const row = await tx
    .selectFrom('shop')
    .select(['name', 'tagline'])
    .where('config_id', '=', configId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'There is no such shop')
  return row
}
