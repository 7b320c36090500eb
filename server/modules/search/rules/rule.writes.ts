import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
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

const rules = recordWrites({
  table: 'search_rule',
  columns: { q: 'q', pinned: 'pinned', hidden: 'hidden' },
  missing: () => new AppError(404, 'not_found', 'There is no such rule'),
  violations: {
    search_rule_config_id_q_key: ({ q }) =>
      new AppError(409, 'rule_exists', `The search “${q}” already has a rule`, [
        { path: 'q', message: 'This search already has a rule' },
      ]),
  },
})

/** The stored rule, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockRule = rules.lock

/** Adds a rule and returns its id. An undo of a deletion passes the `formerId`. AppError 409 if the search has a rule. */
export async function createRule(
  tx: Transaction,
  context: WriteContext,
  input: RuleInput,
  formerId?: number,
): Promise<number> {
  return rules.create(tx, context, validated(input), formerId)
}

/** Changes the given fields. AppError 404 if the rule does not exist, 409 if it changed after `version`. */
export async function updateRule(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, q, pinned, hidden }: RuleChanges,
): Promise<void> {
  const before = await rules.lockVersion(tx, context, id, version)
  const after = validated({
    q: q ?? before.q,
    pinned: pinned ?? before.pinned,
    hidden: hidden ?? before.hidden,
  })
  await rules.update(tx, context, id, { before, after })
}

/** AppError 404 if the rule does not exist. */
export async function deleteRule(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await rules.remove(tx, context, id, await lockRule(tx, context.shopId, id))
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
