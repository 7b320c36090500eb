import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { searchKey } from './search-key.ts'

/** Products by their ids. */
export interface RuleInput {
  /** Search text as it was typed. */
  q: string
  pinned: number[]
  hidden: number[]
}

/** What is absent stays as it is. */
type RuleChanges = { [F in keyof RuleInput]?: RuleInput[F] | undefined } & { version?: number | undefined }

/** Adds what holds for a search and answers its id; a deleted rule comes back under its `formerId`. AppError 409 where there is one for it. */
export async function createRule(
  tx: Transaction,
  context: WriteContext,
  input: RuleInput,
  formerId?: number,
): Promise<number> {
  const after = checked(input)
  const { id } = await tx
    .insertInto('search_rule')
    .values({ config_id: context.configId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSameText(after.q))
  await record(tx, {
    ...context,
    action: 'create',
    subject: 'search_rule',
    subjectId: id,
    after: { ...after },
  })
  return id
}

/** Changes the given fields. AppError 404 where there is no such rule, 409 where it was changed since `version`. */
export async function updateRule(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, q, pinned, hidden }: RuleChanges,
): Promise<void> {
  const before = await lockRule(tx, context.configId, id)
  await requireVersion(tx, context, { subject: 'search_rule', subjectId: id, version })
  const after = checked({
    q: q ?? before.q,
    pinned: pinned ?? before.pinned,
    hidden: hidden ?? before.hidden,
  })
  await tx
    .updateTable('search_rule')
    .set(after)
    .where('config_id', '=', context.configId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSameText(after.q))
  await record(tx, {
    ...context,
    action: 'update',
    subject: 'search_rule',
    subjectId: id,
    before: { ...before },
    after: { ...after },
  })
}

/** AppError 404 where there is no such rule. */
export async function deleteRule(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const before = await lockRule(tx, context.configId, id)
  await tx.deleteFrom('search_rule').where('config_id', '=', context.configId).where('id', '=', id).execute()
  await record(tx, {
    ...context,
    action: 'delete',
    subject: 'search_rule',
    subjectId: id,
    before: { ...before },
  })
}

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockRule(tx: Transaction, configId: number, id: number): Promise<RuleInput> {
  return tx
    .selectFrom('search_rule')
    .select(['q', 'pinned', 'hidden'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'There is no such rule.'))
}

/** Each product once. AppError 400 where there is nothing to search or to do, or a product is to be first and hidden. */
function checked(input: RuleInput): RuleInput {
  const q = searchKey(input.q)
  const [pinned, hidden] = [[...new Set(input.pinned)], [...new Set(input.hidden)]]
  const problem = !q
    ? { path: 'q', message: 'A search needs a letter or a digit' }
    : pinned.length + hidden.length === 0
      ? { path: 'pinned', message: 'Choose a product that comes first, or one that is hidden' }
      : pinned.some((id) => hidden.includes(id))
        ? { path: 'hidden', message: 'A product cannot come first and be hidden' }
        : undefined
  if (problem) throw new AppError(400, 'invalid_input', problem.message, [problem])
  return { q, pinned, hidden }
}

function refuseSameText(q: string) {
  return (error: unknown): never => {
    if (violation(error)?.constraint !== 'search_rule_config_id_q_key') throw error
    const issues = [{ path: 'q', message: 'There is a rule for this search already' }]
    throw new AppError(409, 'rule_exists', `There is a rule for “${q}” already`, issues)
  }
}
