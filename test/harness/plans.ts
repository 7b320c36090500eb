import type { LogEvent } from 'kysely'
import pg from 'pg'

/** A statement that reads, as it was sent to the database. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Hears what an app asks the database for: `log` is for `connect`. */
export interface Recorder {
  log(this: void, event: LogEvent): void
  /** What was read since it was last asked; nothing is answered twice. */
  take(): Statement[]
}

const reads = /^\s*(\/\*.*?\*\/\s*)*(select|with)\b/is

/**
 * Nothing is heard yet. With `eachOnce`, a statement is heard with the first of its values alone: they decide how it is
 * planned only where the costs do. Comments in front of a statement do not hide it.
 */
export function recordReads({ eachOnce = false } = {}): Recorder {
  const known = new Set<string>()
  let heard: Statement[] = []
  return {
    log({ query: { sql: text, parameters: values } }) {
      const name = JSON.stringify([text, eachOnce ? [] : values], (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      if (!reads.test(text) || known.has(name)) return
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

/** A node of a plan, as EXPLAIN (FORMAT JSON) has it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** How the database of a shop goes about a statement. */
export interface Planner {
  /** Whether what happens inside functions is seen too: that needs `auto_explain` and a superuser. */
  seesFunctions: boolean
  /** The tables that the statement, or a function that it calls, reads from end to end, in the order of the alphabet. */
  readWhole(statement: Statement): Promise<string[]>
  close(): Promise<void>
}

/**
 * Asks the database at `url` for plans, on a connection with these settings (`{ enable_seqscan: 'off' }`). EXPLAIN says
 * nothing of the statements inside a function, and plans nothing as it is when it was planned once for all values: such
 * statements are run as well, in transactions that are taken back, and the database tells of all plans that it uses.
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
    const query = text.startsWith('/* planned once */')
      ? { name: `once ${++prepared}`, text, values: [...values] }
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
    async readWhole(statement) {
      const isHidden = statement.text.startsWith('/*') || hidden.test(statement.text)
      const plans = [
        ...(await explain(statement)),
        ...(seesFunctions && isHidden ? await run(statement) : []),
      ]
      return [...new Set(plans.flatMap(scanned))].sort()
    },
    close: () => client.end(),
  }
}

/** Has the database tell of each plan that it uses. Answers whether it does: a server may lack it, or refuse it. */
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

/** Matches a text that calls a function of the shop. */
async function namesOfFunctions(client: pg.Client): Promise<RegExp> {
  const { rows } = await client.query<{ proname: string }>(`
    select distinct p.proname from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')`)
  return new RegExp(`\\b(${rows.map(({ proname }) => proname).join('|')})\\(`)
}

function scanned(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scanned)]
}
