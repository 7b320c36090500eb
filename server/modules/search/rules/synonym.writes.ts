import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { searchKey } from '../search-key.ts'

export interface SynonymInput {
  words: string[]
}

/** Adds a group of synonyms and returns its id. An undo of a deletion passes the `formerId`. */
export async function createSynonym(
  tx: Transaction,
  context: WriteContext,
  input: SynonymInput,
  formerId?: number,
): Promise<number> {
  const after = validated(input)
  const { id } = await tx
    .insertInto('search_synonym')
    .values({ config_id: context.shopId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
  later(tx, record(tx, { ...context, action: 'create', subject: 'search_synonym', subjectId: id, after }))
  return id
}

/** Changes the words of a group. AppError 404 if it does not exist, 409 if it changed after `version`. */
export async function updateSynonym(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SynonymInput> & { version?: number | undefined },
): Promise<void> {
  const before = await lockVersion(
    tx,
    context,
    { subject: 'search_synonym', subjectId: id, version },
    lockSynonym(tx, context.shopId, id),
  )
  const after = validated({ ...before, ...changes })
  await tx
    .updateTable('search_synonym')
    .set(after)
    .where('config_id', '=', context.shopId)
    .where('id', '=', id)
    .execute()
  later(
    tx,
    record(tx, { ...context, action: 'update', subject: 'search_synonym', subjectId: id, before, after }),
  )
}

/** AppError 404 if the group does not exist. */
export async function deleteSynonym(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const before = await lockSynonym(tx, context.shopId, id)
  await tx.deleteFrom('search_synonym').where('config_id', '=', context.shopId).where('id', '=', id).execute()
  later(tx, record(tx, { ...context, action: 'delete', subject: 'search_synonym', subjectId: id, before }))
}

/** The stored group, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockSynonym(tx: Transaction, shopId: number, id: number): Promise<{ words: string[] }> {
  return tx
    .selectFrom('search_synonym')
    .select('words')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'There are no such synonyms'))
}

/** Removes duplicates and extra spaces. AppError 400 if fewer than two words are left. */
function validated({ words }: SynonymInput): { words: string[] } {
  const byKey = new Map(words.map((word) => [searchKey(word), word.replaceAll(/\s+/g, ' ').trim()]))
  const message = byKey.has('')
    ? 'Each word needs a letter or a digit'
    : byKey.size < 2
      ? 'Enter at least two different words'
      : undefined
  if (message) throw new AppError(400, 'invalid_input', message, [{ path: 'words', message }])
  return { words: [...byKey.values()] }
}
