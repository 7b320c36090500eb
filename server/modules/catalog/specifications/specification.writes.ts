import { later, type Transaction, violation } from '#server/db/connect.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { refreshFacets } from '../facets/facet.writes.ts'
import { nameTaken, notFound, requireUnused, requireName, withChanges } from '../input.rules.ts'
import { asOneJob, lockReplacement, type DeleteOptions } from '../replacement.writes.ts'
import { reassignSpecification } from './reassign-specification.writes.ts'
import { nextPosition } from '../positions/next-position.queries.ts'

export interface SpecificationInput {
  /** Unique in the shop. */
  name: string
  /** The heading under which product pages list it; none by default. */
  heading?: string
  /** Whether shoppers can filter product lists by its values. */
  filterable?: boolean
  /** The last position by default. */
  position?: number
}

/** Adds a specification and returns its id. An undo of a deletion passes the `formerId`. */
export async function createSpecification(
  tx: Transaction,
  context: WriteContext,
  { filterable = false, heading = '', ...input }: SpecificationInput,
  formerId?: number,
): Promise<number> {
  const { shopId } = context
  const name = requireName(input.name)
  const position = input.position ?? (await nextPosition(tx, shopId, 'specification'))
  const after = { name, heading, filterable, position }
  const { id } = await tx
    .insertInto('specification')
    .values({ config_id: shopId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainViolation(name))
  later(tx, record(tx, { ...context, action: 'create', subject: 'specification', subjectId: id, after }))
  return id
}

/** Changes the given fields and the facets of its products. AppError 404 if it does not exist. */
export async function updateSpecification(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SpecificationInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await lockVersion(
    tx,
    context,
    { subject: 'specification', subjectId: id, version },
    lockSpecification(tx, shopId, id),
  )
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  await tx
    .updateTable('specification')
    .set(after)
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(explainViolation(after.name))
  if (after.name !== before.name || after.filterable !== before.filterable) {
    const products = await tx
      .selectFrom('product_specification')
      .select('product_id')
      .where('config_id', '=', shopId)
      .where('specification_id', '=', id)
      .execute()
    later(
      tx,
      refreshFacets(
        tx,
        shopId,
        products.map((row) => row.product_id),
      ),
    )
  }
  later(
    tx,
    record(tx, { ...context, action: 'update', subject: 'specification', subjectId: id, before, after }),
  )
}

/**
 * Deletes a specification. AppError 409 `in_use` counts the products that have it. `moveTo` first moves their values to
 * that specification.
 */
export async function deleteSpecification(
  tx: Transaction,
  caller: WriteContext,
  id: number,
  { moveTo }: DeleteOptions = {},
): Promise<void> {
  const context = moveTo === undefined ? caller : asOneJob(caller)
  const { shopId } = context
  await lockReplacement(tx, shopId, 'specification', id, moveTo)
  const before = await lockSpecification(tx, shopId, id)
  if (moveTo !== undefined) await reassignSpecification(tx, context, id, moveTo)
  const uses = await tx
    .selectFrom('product_specification as s')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 's.config_id').onRef('p.id', '=', 's.product_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('product'))
    .where('s.config_id', '=', shopId)
    .where('s.specification_id', '=', id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  requireUnused(before.name, uses)
  // The remaining rows belong to deleted products; their audit entries keep the values.
  for (const table of ['product_specification', 'specification'] as const) {
    const column = table === 'specification' ? 'id' : 'specification_id'
    await tx.deleteFrom(table).where('config_id', '=', shopId).where(column, '=', id).execute()
  }
  later(tx, record(tx, { ...context, action: 'delete', subject: 'specification', subjectId: id, before }))
}

/** The stored specification, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockSpecification(tx: Transaction, shopId: number, id: number) {
  const row = await tx
    .selectFrom('specification')
    .select(['name', 'heading', 'filterable', 'position'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('specification')
  return row
}

function explainViolation(name: string) {
  return (error: unknown): never => {
    throw violation(error)?.constraint === 'specification_name' ? nameTaken(name) : error
  }
}
