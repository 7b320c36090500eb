import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { searchKey } from '../search-key.ts'

export interface SynonymInput {
  words: string[]
}

const synonyms = recordWrites({
  table: 'search_synonym',
  columns: { words: 'words' },
  missing: () => new AppError(404, 'not_found', 'There are no such synonyms'),
})

/** The stored group, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockSynonym = synonyms.lock

/** Adds a group of synonyms and returns its id. An undo of a deletion passes the `formerId`. */
export async function createSynonym(
  tx: Transaction,
  context: WriteContext,
  input: SynonymInput,
  formerId?: number,
): Promise<number> {
  return synonyms.create(tx, context, validated(input), formerId)
}

/** Changes the words of a group. AppError 404 if it does not exist, 409 if it changed after `version`. */
export async function updateSynonym(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SynonymInput> & { version?: number | undefined },
): Promise<void> {
  const before = await synonyms.lockVersion(tx, context, id, version)
  const after = validated({ ...before, ...changes })
  await synonyms.update(tx, context, id, { before, after })
}

/** AppError 404 if the group does not exist. */
export async function deleteSynonym(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await synonyms.remove(tx, context, id, await lockSynonym(tx, context.shopId, id))
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
