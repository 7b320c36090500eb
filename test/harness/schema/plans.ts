import type { LogEvent } from 'kysely'
import pg from 'pg'
import { statementName } from '#server/db/connect.ts'

/** A read statement as sent to the database. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Records the statements of an app; pass `log` to `connect`. */
export interface Recorder {
  log(this: void, event: LogEvent): void
  /** The statements since the last call. */
  take(): Statement[]
}

const reads = /^\s*(\/\*.*?\*\/\s*)*(select|with)\b/is
/** Such a statement is not run again. */
const changes = /\b(insert into|delete from|merge into|update (\w+ ){1,3}set)\b/i
const readsAndWrites = /^\s*(\/\*.*?\*\/\s*)*(select|with|insert|update|delete|merge)\b/is

/**
 * Creates an empty recorder. With `eachOnce` it records a statement only with its first values, with `writes` also those
 * that write. Leading comments are ignored.
 */
export function recordReads({ eachOnce = false, writes = false } = {}): Recorder {
  const wanted = writes ? readsAndWrites : reads
  const known = new Set<string>()
  let heard: Statement[] = []
  return {
    log({ query: { sql: text, parameters: values } }) {
      const name = JSON.stringify([text, eachOnce ? [] : values], (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      if (!wanted.test(text) || known.has(name)) return
      known.add(name)
      heard.push({ text, values })
    },
    take() {
      const taken = heard
      heard = []
      return taken
    },
  }
}

/** A plan node of EXPLAIN (FORMAT JSON). */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: PlanNode[]
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  'Hash Cond'?: string
  'Merge Cond'?: string
  'Join Filter'?: string
}

/** Reads the plans of statements. */
export interface Planner {
  /** Whether plans inside functions are visible, which needs `auto_explain` and a superuser. */
  seesFunctions: boolean
  /** The plans of a statement and of the functions that it calls. Of a statement that writes, only its own plan. */
  plansOf(statement: Statement): Promise<PlanNode[]>
  close(): Promise<void>
}

/**
 * Reads plans on a connection with these settings (`{ enable_seqscan: 'off' }`). EXPLAIN shows neither statements
 * inside functions nor generic plans. Such statements run in transactions that are rolled back, and `auto_explain`
 * reports their plans.
 */
export async function openPlanner(url: string, settings: Record<string, string> = {}): Promise<Planner> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, value])
  const seesFunctions = await tellPlans(client)
  const hidden = await namesOfFunctions(client)
  let told: PlanNode[] = []
  client.on('notice', ({ message = '' }) => {
    const [, plan] = message.split('plan:\n')
    if (plan !== undefined) told.push((JSON.parse(plan) as { Plan: PlanNode }).Plan)
  })

  const explain = async ({ text, values }: Statement): Promise<PlanNode[]> => {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (format json) ${text}`,
      [...values],
    )
    return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan))
  }

  let prepared = 0
  const run = async ({ text, values }: Statement): Promise<PlanNode[]> => {
    told = []
    const query =
      statementName(text) !== undefined
        ? { name: `plan ${++prepared}`, text, values: [...values] }
        : { text, values: [...values] }
    await client.query('begin')
    try {
      if ('name' in query) await client.query('set local plan_cache_mode = force_generic_plan')
      await client.query('set local client_min_messages = log')
      await client.query(query)
    } finally {
      await client.query('rollback')
    }
    return told
  }

  return {
    seesFunctions,
    async plansOf(statement) {
      const isHidden =
        !changes.test(statement.text) &&
        (statementName(statement.text) !== undefined || hidden.test(statement.text))
      return [...(await explain(statement)), ...(seesFunctions && isHidden ? await run(statement) : [])]
    },
    close: () => client.end(),
  }
}

/** Enables `auto_explain`. Returns whether the server allows it. */
async function tellPlans(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`load 'auto_explain'`)
    await client.query(`set auto_explain.log_min_duration = 0`)
    await client.query(`set auto_explain.log_nested_statements = on`)
    await client.query(`set auto_explain.log_format = json`)
    return true
  } catch {
    return false
  }
}

/** Matches statements that call a function of the schema. */
async function namesOfFunctions(client: pg.Client): Promise<RegExp> {
  const { rows } = await client.query<{ proname: string }>(`
    select distinct p.proname from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')`)
  return new RegExp(`\\b(${rows.map(({ proname }) => proname).join('|')})\\(`)
}

/** The tables that the plans scan sequentially, sorted by name. */
export const readWhole = (plans: readonly PlanNode[]): string[] => [...new Set(plans.flatMap(scanned))].sort()

function scanned(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scanned)]
}

/**
 * The tables of `byShop` that the plans scan without a condition on the shop, sorted by name. A condition of a join above
 * the scan counts, too.
 */
export const readWithoutShop = (plans: readonly PlanNode[], byShop: ReadonlySet<string>): string[] =>
  [...new Set(plans.flatMap((plan) => scannedWithoutShop(plan, byShop, [])))].sort()

function scannedWithoutShop(node: PlanNode, byShop: ReadonlySet<string>, joins: readonly string[]): string[] {
  const { 'Relation Name': table = '', Alias: alias = table } = node
  const own = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ')
  const above = [...joins, node['Hash Cond'] ?? '', node['Merge Cond'] ?? '', node['Join Filter'] ?? '']
  const isOfShop =
    /\bconfig_id = /.test(own) ||
    above
      .join(' ')
      .split(/[^\w.]+/)
      .includes(`${alias}.config_id`)
  const isScan = node['Node Type'].endsWith('Scan') && byShop.has(table)
  return [
    ...(isScan && !isOfShop ? [table] : []),
    ...(node.Plans ?? []).flatMap((plan) => scannedWithoutShop(plan, byShop, above)),
  ]
}
