import { later, type Transaction } from '#server/db/connect.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
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

const specifications = recordWrites({
  table: 'specification',
  columns: { name: 'name', heading: 'heading', filterable: 'filterable', position: 'position' },
  missing: () => notFound('specification'),
  violations: { specification_name: ({ name }) => nameTaken(name) },
})

/** The stored specification, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockSpecification = specifications.lock

/** Adds a specification and returns its id. An undo of a deletion passes the `formerId`. */
export async function createSpecification(
  tx: Transaction,
  context: WriteContext,
  { filterable = false, heading = '', ...input }: SpecificationInput,
  formerId?: number,
): Promise<number> {
  const name = requireName(input.name)
  const position = input.position ?? (await nextPosition(tx, context.shopId, 'specification'))
  return specifications.create(tx, context, { name, heading, filterable, position }, formerId)
}

/** Changes the given fields and the facets of its products. AppError 404 if it does not exist. */
export async function updateSpecification(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SpecificationInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await specifications.lockVersion(tx, context, id, version)
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  await specifications.update(tx, context, id, { before, after })
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
  await tx
    .deleteFrom('product_specification')
    .where('config_id', '=', shopId)
    .where('specification_id', '=', id)
    .execute()
  await specifications.remove(tx, context, id, before)
}
