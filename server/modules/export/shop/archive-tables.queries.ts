import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'

/**
 * Tables that an archive leaves out, and why. Every other table of a shop is in the archive, a new one without further work.
 * docs/export-format.md repeats the reasons.
 */
export const leftOut: Partial<Record<keyof DB, string>> = {
  session: 'a credential: everyone signs in again',
  email_token: 'a credential: links to confirm an address or to reset a password',
  invitation: 'a credential: staff are invited again',
  api_key: 'a credential: programs get new keys',
  webhook: 'a credential: the secrets of webhooks',
  carrier_account: 'a credential: carriers are connected again',
  payment_account: 'a credential: payment providers are connected again',
  test_payment: 'payments of staff to themselves through an account that stays behind',
  signing_key: 'a credential: the shop signs with another key',
  checkout_session: 'a credential: the ids of checkouts of platforms, which last for hours',
  agent_cart: 'carts of platforms, which last for hours',
  webhook_delivery: 'deliveries of events',
  customer: 'derived from accounts and orders',
  confirmed_address: 'derived from accounts and orders; a link that is opened again confirms the rest',
  idempotency_key: 'answers to repeated requests, kept for 48 hours',
  shop_host: 'belongs to the installation: the addresses under which it opens the shop',
  event: 'what other programs have been told',
  low_stock_notice: 'a queue of emails to staff',
  data_export: 'exports themselves, which are removed after a day',
  data_import: 'imports, which are undone in the shop that ran them',
  data_import_file: 'files of imports',
  data_import_item: 'what an import did with each product',
  data_import_attempt: 'a step of an import that has begun',
  data_import_stop: 'a request to stop a step of an import',
  downloaded_image: 'remembers where imports found images',
  integrity_check: 'results of reconciliation, which runs every night',
  backup: 'records of the backups of the installation',
  product_listing: 'derived from products, variants, stock and images',
  facet_count: 'derived from products',
  comment_count: 'derived from comments',
  visitor: 'visitors of the last day, whose hashes need the secret of the shop',
  search_visit: 'searches of the latest days, by shoppers whose hashes need the secret of the shop',
  search_visit_click: 'clicks of these searches',
  search_document: 'derived from products',
  order_search_document: 'derived from orders',
  customer_search_document: 'derived from customers and addresses',
  search_document_backlog: 'derived from orders and customers',
  search_word: 'derived from products',
  search_index_queue: 'derived from products',
}

/** Columns that only an archive with passwords contains. */
const passwordColumns: Partial<Record<keyof DB, readonly string[]>> = {
  app_user: ['password_hash', 'password_change_required'],
}

/** Columns that refer to a table that the archive leaves out. */
const danglingColumns: Partial<Record<keyof DB, readonly string[]>> = { payment: ['account_id'] }

/** Rows that the archive contains, where it is not all of them. The old shop sends the emails that it still owes. */
export const rowFilters: Partial<Record<keyof DB, string>> = { email: 't.sent_at is not null' }

/**
 * Tables whose id is unique in the whole installation. In the archive their rows are numbered from 1, so that the number does
 * not depend on other shops. The columns refer to rows of the same table.
 */
export const renumbered: Partial<Record<keyof DB, readonly string[]>> = {
  stock_movement: [],
  audit_entry: ['undoes'],
}

/** A table of the archive. */
export interface ArchiveTable {
  name: keyof DB
  /** Without `config_id`, generated, dangling and password columns, in the order of the table. */
  columns: readonly string[]
  /** Columns that take their value from a sequence. */
  identities: readonly string[]
  /** JSON columns that always have a value, which may be JSON null. */
  requiredJson: readonly string[]
  /** JSON columns that may have no value, which is not the same as JSON null. */
  optionalJson: readonly string[]
  /** SQL of the order of rows, the same on every server. */
  order: string
}

interface FoundTable extends ArchiveTable {
  references: readonly string[]
}

/** The tables of the archive; a table follows those that it refers to. The shop itself comes last, because of its logo. */
export async function listArchiveTables(
  db: Database,
  { passwords }: { passwords: boolean },
): Promise<ArchiveTable[]> {
  const { rows } = await sql<FoundTable>`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attname <> 'config_id' order by a.attnum) as columns,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> ''
        and a.attname <> 'config_id') as identities,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
        and a.atttypid in ('json'::regtype, 'jsonb'::regtype) and a.attnotnull) as "requiredJson",
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
        and a.atttypid in ('json'::regtype, 'jsonb'::regtype) and not a.attnotnull) as "optionalJson",
      (select string_agg(format('t.%I%s', a.attname, case when a.attcollation <> 0 then ' collate "C"' else '' end), ', ' order by k.place)
        from unnest(i.indkey::int[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as order,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
    from pg_class c
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'config_id' and not a.attisdropped)
    order by c.relname collate "C"`.execute(db)
  const found = rows
    .filter(({ name }) => !(name in leftOut))
    .map((table) => ({ ...table, columns: table.columns.filter((column) => !isHidden(table.name, column)) }))
  const unordered = found.find(({ order }) => !order)
  if (unordered) throw new Error(`${unordered.name} has no primary key, so its rows have no order`)
  return inOrderOfReferences(found)

  function isHidden(table: keyof DB, column: string): boolean {
    if (danglingColumns[table]?.includes(column)) return true
    return !passwords && (passwordColumns[table]?.includes(column) ?? false)
  }
}

function inOrderOfReferences(tables: FoundTable[]): ArchiveTable[] {
  const sorted: FoundTable[] = []
  let rest = tables.filter(({ name }) => name !== 'shop')
  while (rest.length > 0) {
    const waiting = new Set<string>(rest.map(({ name }) => name))
    const ready = rest.filter(({ references }) => !references.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...waiting].join(', ')}`)
    sorted.push(...ready)
    rest = rest.filter((table) => !ready.includes(table))
  }
  sorted.push(...tables.filter(({ name }) => name === 'shop'))
  return sorted.map(({ references: _references, ...table }) => table)
}
