import { sql, type RawBuilder } from 'kysely'
import type { AuditEntry } from '#contract/audit/audit.ts'
import type { Database } from '#server/db/connect.ts'
import type { State } from './audit.writes.ts'

/** A row of the audit log. */
export interface EntryRow {
  id: number
  at: Date
  actorId: number | null
  actorName: string
  action: AuditEntry['action']
  subject: string
  subjectId: string
  before: State | null
  after: State | null
  undoable: boolean
  job: string | null
  jobSize: number
  undoes: number | null
  undoneBy: number | null
}

export interface EntryFilter {
  /** The nouns; absent: all. */
  subjects?: readonly string[] | undefined
  /** 0 stands for the shop itself. */
  actor?: number | undefined
  subjectId?: string | undefined
  action?: AuditEntry['action'] | undefined
  job?: string | undefined
  /** First and last day in the time zone. */
  from?: string | undefined
  to?: string | undefined
  timeZone: string
  /** A part of any name that the record ever had. */
  q?: string | undefined
}

/** Totals are exact up to this limit. */
const MAX_COUNT = 1000

/** Columns of `audit_entry as j`. */
const columns = sql`j.id, j.at, j.actor_id as "actorId", j.actor_name as "actorName", j.action, j.subject,
  j.subject_id as "subjectId", j.before, j.after, j.undoable, j.job, j.undoes,
  (select max(r.id) from audit_entry r where r.config_id = j.config_id and r.undoes = j.id) as "undoneBy"`
const jobSize = sql`case when j.job is null then 1
  else (select count(*) from audit_entry o where o.config_id = j.config_id and o.job = j.job) end as "jobSize"`

/** A page of entries, newest first, and their total, which is exact up to 1,000. */
export async function listEntries(
  db: Database,
  shopId: number,
  { page, limit, ...filter }: EntryFilter & { page: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number; capped: boolean }> {
  const offset = (page - 1) * limit
  const order = sql`order by at desc, id desc`
  const { rows } = await sql<EntryRow>`
    select ${columns}, ${jobSize} from (
      ${matching(shopId, filter, sql`config_id, id, at`, sql`${order} limit ${offset + limit}`)}
      ${order} limit ${limit} offset ${offset}
    ) found join audit_entry j on j.config_id = found.config_id and j.id = found.id
    order by j.at desc, j.id desc`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (
      ${matching(shopId, filter, sql`1`, sql`limit ${MAX_COUNT + 1}`)} limit ${MAX_COUNT + 1}
    ) found`.execute(db)
  const total = counts[0]?.total ?? 0
  return { rows, total: Math.min(total, MAX_COUNT), capped: total > MAX_COUNT }
}

// Reads each visible noun from its own range of the index, and no more rows of it than the page can show.
function matching(
  shopId: number,
  { subjects, ...filter }: EntryFilter,
  what: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
) {
  const where = conditionsOf(shopId, filter)
  if (!subjects) return sql`select ${what} from audit_entry where ${where}`
  return sql`select found.* from unnest(${subjects}::text[]) as noun
    cross join lateral (select ${what} from audit_entry where subject = noun and ${where} ${end}) found`
}

function conditionsOf(shopId: number, filter: Omit<EntryFilter, 'subjects'>): RawBuilder<unknown> {
  const { actor, subjectId, action, job, from, to, timeZone, q } = filter
  const conditions = [sql`config_id = ${shopId}`]
  if (actor !== undefined) conditions.push(actor === 0 ? sql`actor_id is null` : sql`actor_id = ${actor}`)
  if (subjectId !== undefined) conditions.push(sql`subject_id = ${subjectId}`)
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (job !== undefined) conditions.push(sql`job = ${job}`)
  if (from !== undefined) conditions.push(sql`at >= ${from}::timestamp at time zone ${timeZone}`)
  if (to !== undefined) {
    conditions.push(sql`at < (${to}::timestamp + interval '1 day') at time zone ${timeZone}`)
  }
  if (q) {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
    conditions.push(sql`(subject, subject_id) in (
      select subject, subject_id from audit_entry
      where config_id = ${shopId} and audit_entry_name(before, after) like ${pattern} limit 1000)`)
  }
  return sql.join(conditions, sql` and `)
}

/** The entries of a job, newest first, or one entry by its id. */
export async function listEntriesOf(
  db: Database,
  shopId: number,
  { entries = [], job }: { entries?: readonly number[]; job?: string | undefined },
): Promise<EntryRow[]> {
  // An import undoes thousands of entries of one job, one by one: counting the job each time would take longest.
  const which = job === undefined ? sql`j.id = any(${entries}::bigint[])` : sql`j.job = ${job}`
  const { rows } = await sql<EntryRow>`
    select ${columns}, count(*) over () as "jobSize" from audit_entry j where j.config_id = ${shopId} and ${which} order by j.id desc`.execute(
    db,
  )
  return rows
}

/** Who last changed each field of a record after an entry. */
export async function listLaterWriters(
  db: Database,
  shopId: number,
  { id, subject, subjectId }: Pick<EntryRow, 'id' | 'subject' | 'subjectId'>,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ field: string; name: string }>`
    select field, actor_name as name from audit_entry
    cross join jsonb_object_keys(coalesce(after, before)) as field
    where config_id = ${shopId} and subject = ${subject} and subject_id = ${subjectId} and id > ${id}
    order by id`.execute(db)
  return new Map(rows.map(({ field, name }) => [field, name]))
}

/** The last known names of deleted records, by subject and id: "category 7". */
export async function listLastNames(
  db: Database,
  shopId: number,
  records: readonly { subject: string; id: number }[],
): Promise<Map<string, string>> {
  if (records.length === 0) return new Map()
  const { rows } = await sql<{ record: string; name: string }>`
    select r.subject || ' ' || r.id as record, called.name
    from unnest(${records.map(({ subject }) => subject)}::text[], ${records.map(({ id }) => String(id))}::text[]) as r (subject, id)
    cross join lateral (
      select coalesce(after ->> 'name', before ->> 'name', after ->> 'title', before ->> 'title') as name
      from audit_entry j
      where j.config_id = ${shopId} and j.subject = r.subject and j.subject_id = r.id
        and audit_entry_name(before, after) <> ''
      order by j.id desc limit 1
    ) called`.execute(db)
  return new Map(rows.map(({ record, name }) => [record, name]))
}

/** Everyone who changed anything, with their last name; the shop itself has the id 0. */
export async function listActors(db: Database, shopId: number): Promise<{ id: number; name: string }[]> {
  // A loose index scan: one index look-up for each actor.
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive actor (id) as (
      (select actor_id from audit_entry where config_id = ${shopId} and actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_entry where config_id = ${shopId} and actor_id > actor.id order by actor_id limit 1)
      from actor where actor.id is not null
    )
    select actor.id, last.name from actor
    cross join lateral (select actor_name as name from audit_entry
      where config_id = ${shopId} and actor_id = actor.id order by at desc, id desc limit 1) last
    union all
    (select 0, 'The shop itself' from audit_entry where config_id = ${shopId} and actor_id is null
      order by at desc, id desc limit 1)
    order by 2, 1`.execute(db)
  return rows
}
