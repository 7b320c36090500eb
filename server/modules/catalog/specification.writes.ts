import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { refreshFacets } from './facet.writes.ts'
import { nameTaken, notFound, refuseInUse, requireName, withChanges } from './input.rules.ts'
import { moveSpecification } from './move-products.writes.ts'
import { inOneJob, requireOther, type DeleteOptions } from './move.writes.ts'
import { nextPosition } from './position.queries.ts'

export interface SpecificationInput {
  /** Unique in the shop. */
  name: string
  /** Whether product lists can be narrowed by its values. */
  filterable?: boolean
  /** Behind the last where absent. */
  position?: number
}

/** Adds the name of a specification and answers its id. A deleted one comes back under its `formerId`. */
export async function createSpecification(
  tx: Transaction,
  context: WriteContext,
  { filterable = false, ...input }: SpecificationInput,
  formerId?: number,
): Promise<number> {
  const { configId } = context
  const name = requireName(input.name)
  const position = input.position ?? (await nextPosition(tx, configId, 'specification'))
  const after = { name, filterable, position }
  const { id } = await tx
    .insertInto('specification')
    .values({ config_id: configId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSameName(name))
  await record(tx, { ...context, action: 'create', subject: 'specification', subjectId: id, after })
  return id
}

/** Changes the given fields; the filters of its products follow. AppError 404 where there is none. */
export async function updateSpecification(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SpecificationInput> & { version?: number | undefined },
): Promise<void> {
  const { configId } = context
  const before = await lockSpecification(tx, configId, id)
  await requireVersion(tx, context, { subject: 'specification', subjectId: id, version })
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  await tx
    .updateTable('specification')
    .set(after)
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSameName(after.name))
  if (after.name !== before.name || after.filterable !== before.filterable) {
    const products = await tx
      .selectFrom('product_specification')
      .select('product_id')
      .where('config_id', '=', configId)
      .where('specification_id', '=', id)
      .execute()
    await refreshFacets(
      tx,
      configId,
      products.map((row) => row.product_id),
    )
  }
  await record(tx, { ...context, action: 'update', subject: 'specification', subjectId: id, before, after })
}

/**
 * Deletes a specification that no product has; else AppError 409 says how many do. With `moveTo` what products say under it
 * stands under that one first.
 */
export async function deleteSpecification(
  tx: Transaction,
  given: WriteContext,
  id: number,
  { moveTo }: DeleteOptions = {},
): Promise<void> {
  const context = moveTo === undefined ? given : inOneJob(given)
  const { configId } = context
  await requireOther(tx, configId, 'specification', id, moveTo)
  const before = await lockSpecification(tx, configId, id)
  if (moveTo !== undefined) await moveSpecification(tx, context, id, moveTo)
  const users = await tx
    .selectFrom('product_specification as s')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 's.config_id').onRef('p.id', '=', 's.product_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('product'))
    .where('s.config_id', '=', configId)
    .where('s.specification_id', '=', id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  refuseInUse(before.name, users)
  // What is left are deleted products, whose journal entries keep the pair.
  for (const table of ['product_specification', 'specification'] as const) {
    const column = table === 'specification' ? 'id' : 'specification_id'
    await tx.deleteFrom(table).where('config_id', '=', configId).where(column, '=', id).execute()
  }
  await record(tx, { ...context, action: 'delete', subject: 'specification', subjectId: id, before })
}

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockSpecification(tx: Transaction, configId: number, id: number) {
  const row = await tx
    .selectFrom('specification')
    .select(['name', 'filterable', 'position'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('specification')
  return row
}

function refuseSameName(name: string) {
  return (error: unknown): never => {
    throw violation(error)?.constraint === 'specification_name' ? nameTaken(name) : error
  }
}
