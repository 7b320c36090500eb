import { sql } from 'kysely'
import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue, CustomValues } from '#contract/custom-fields/custom-value.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { lockVersion, record, type WriteContext } from '#server/modules/audit/index.ts'
import { listFieldsOf } from './custom-field.queries.ts'
import { recordTables, valueNouns } from './custom-value.queries.ts'
import { readValue, type ValueFormat } from './custom-value.rules.ts'

/** Marks images as used. AppError 400 for one that has not been uploaded. */
export type RequireImages = (tx: Transaction, shopId: number, files: readonly string[]) => Promise<void>

/** What is stored of a record, which it locks until the transaction ends. AppError 404 without such a record. */
export async function lockValues(
  tx: Transaction,
  shopId: number,
  subject: CustomFieldSubject,
  id: number,
): Promise<CustomValues> {
  // A lock of the record itself would wait for orders and changes of stock.
  later(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`custom_values ${subject} ${id}`}, ${shopId}))`.execute(
      tx,
    ),
  )
  const { rows } = await sql<{ extra: CustomValues | null }>`
    select c.extra from ${recordTables[subject]} r
    left join custom_values c on c.config_id = r.config_id and c.subject = ${subject} and c.subject_id = r.id
    where r.config_id = ${shopId} and r.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError(404, 'not_found', `This ${subject} does not exist`)
  return row.extra ?? {}
}

/** What staff sent for a record, by the keys of its fields; null removes a value. */
type Sent = Readonly<Record<string, CustomValue | null>>

/**
 * Changes values of a record. AppError 404 without such a record; 400 for a key without field and for a value that does not fit
 * its field, with all of them as issues; 409 if the values changed after `version`.
 */
export async function updateValues(
  tx: Transaction,
  write: WriteContext,
  {
    subject,
    id,
    values,
    version,
  }: { subject: CustomFieldSubject; id: number; values: Sent; version?: number | undefined },
  { requireImages, ...format }: ValueFormat & { requireImages: RequireImages },
): Promise<void> {
  const fields = new Map((await listFieldsOf(tx, write.shopId, subject)).map((field) => [field.key, field]))
  const { stored, issues } = readValues(fields, values, format)
  const [first] = issues
  if (first) throw new AppError(400, 'invalid_input', first.message, issues)
  const noun = { ...valueNouns[subject], subjectId: id }
  const before = await lockVersion(tx, write, { ...noun, version }, lockValues(tx, write.shopId, subject, id))
  const of = (kind: CustomField['kind']) =>
    Object.entries(stored).filter(([key, value]) => value !== null && fields.get(key)?.kind === kind)
  await requireImages(
    tx,
    write.shopId,
    of('image').map(([, file]) => String(file)),
  )
  for (const [key, target] of of('reference')) await requireTarget(tx, write.shopId, fields.get(key), target)
  await storeValues(tx, write, { subject, id, before, changes: stored })
}

/** Stores values as they are in the log. Undo uses it, for fields that may have been deleted. */
export async function storeValues(
  tx: Transaction,
  write: WriteContext,
  {
    subject,
    id,
    before,
    changes,
  }: { subject: CustomFieldSubject; id: number; before: CustomValues; changes: Changes },
): Promise<void> {
  const after: Changes = { ...before, ...changes }
  const left = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
  await sql`insert into custom_values (config_id, subject, subject_id, extra)
    values (${write.shopId}, ${subject}, ${id}, ${JSON.stringify(left)})
    on conflict (config_id, subject, subject_id) do update set extra = excluded.extra`.execute(tx)
  const empty = Object.fromEntries(Object.keys(after).map((key) => [key, null]))
  const states = { before: { ...empty, ...before }, after }
  later(tx, record(tx, { ...write, action: 'update', ...valueNouns[subject], subjectId: id, ...states }))
}

type Changes = Record<string, CustomValue | null>

function readValues(fields: ReadonlyMap<string, CustomField>, values: Sent, format: ValueFormat) {
  const stored: Changes = {}
  const issues: { path: string; message: string }[] = []
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key)
    const read = !field
      ? { problem: `There is no custom field ${key}` }
      : value === null
        ? { stored: null }
        : readValue(field, value, format)
    if ('problem' in read) issues.push({ path: `values.${key}`, message: read.problem })
    else stored[key] = read.stored
  }
  return { stored, issues }
}

async function requireTarget(
  tx: Transaction,
  shopId: number,
  field: CustomField | undefined,
  id: CustomValue | null,
): Promise<void> {
  const target = field?.target ?? 'product'
  const { rows } = await sql`
    select from ${recordTables[target]} r where r.config_id = ${shopId} and r.id = ${id}`.execute(tx)
  if (rows.length > 0) return
  const message = `There is no ${target} with the id ${id}`
  throw new AppError(400, 'invalid_input', message, [{ path: `values.${field?.key}`, message }])
}
