import { later, type Transaction, violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { searchKey } from '../search-key.ts'

export interface RuleInput {
  /** The search text as typed. */
  q: string
  /** Product ids. */
  pinned: number[]
  hidden: number[]
}

/** Absent fields stay as they are. */
type RuleChanges = { [F in keyof RuleInput]?: RuleInput[F] | undefined } & { version?: number | undefined }

/** Adds a rule and returns its id. An undo of a deletion passes the `formerId`. AppError 409 if the search has a rule. */
export async function createRule(
  tx: Transaction,
  context: WriteContext,
  input: RuleInput,
  formerId?: number,
): Promise<number> {
  const after = validated(input)
  const { id } = await tx
    .insertInto('search_rule')
    .values({ config_id: context.shopId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainViolation(after.q))
  later(
    tx,
    record(tx, {
      ...context,
      action: 'create',
      subject: 'search_rule',
      subjectId: id,
      after: { ...after },
    }),
  )
  return id
}

/** Changes the given fields. AppError 404 if the rule does not exist, 409 if it changed after `version`. */
export async function updateRule(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, q, pinned, hidden }: RuleChanges,
): Promise<void> {
  const before = await lockVersion(
    tx,
    context,
    { subject: 'search_rule', subjectId: id, version },
    lockRule(tx, context.shopId, id),
  )
  const after = validated({
    q: q ?? before.q,
    pinned: pinned ?? before.pinned,
    hidden: hidden ?? before.hidden,
  })
  await tx
    .updateTable('search_rule')
    .set(after)
    .where('config_id', '=', context.shopId)
    .where('id', '=', id)
    .execute()
    .catch(explainViolation(after.q))
  later(
    tx,
    record(tx, {
      ...context,
      action: 'update',
      subject: 'search_rule',
      subjectId: id,
      before: { ...before },
      after: { ...after },
    }),
  )
}

/** AppError 404 if the rule does not exist. */
export async function deleteRule(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const before = await lockRule(tx, context.shopId, id)
  await tx.deleteFrom('search_rule').where('config_id', '=', context.shopId).where('id', '=', id).execute()
  later(
    tx,
    record(tx, {
      ...context,
      action: 'delete',
      subject: 'search_rule',
      subjectId: id,
      before: { ...before },
    }),
  )
}

/** The stored rule, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockRule(tx: Transaction, shopId: number, id: number): Promise<RuleInput> {
  return tx
    .selectFrom('search_rule')
    .select(['q', 'pinned', 'hidden'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'There is no such rule'))
}

/** Removes duplicates. AppError 400 for an empty search, no products, or a product that is both pinned and hidden. */
function validated(input: RuleInput): RuleInput {
  const q = searchKey(input.q)
  const [pinned, hidden] = [[...new Set(input.pinned)], [...new Set(input.hidden)]]
  const problem = !q
    ? { path: 'q', message: 'Enter a search query' }
    : pinned.length + hidden.length === 0
      ? { path: 'pinned', message: 'Choose at least one product to pin or hide' }
      : pinned.some((id) => hidden.includes(id))
        ? { path: 'hidden', message: 'A product can’t be both pinned and hidden' }
        : undefined
  if (problem) throw new AppError(400, 'invalid_input', problem.message, [problem])
  return { q, pinned, hidden }
}

function explainViolation(q: string) {
  return (error: unknown): never => {
    if (violation(error)?.constraint !== 'search_rule_config_id_q_key') throw error
    const issues = [{ path: 'q', message: 'This search already has a rule' }]
    throw new AppError(409, 'rule_exists', `The search “${q}” already has a rule`, issues)
  }
}
