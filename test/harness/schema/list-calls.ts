import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import type { Subjects } from './list-subjects.ts'
import { client, type Client } from '../people/client.ts'
import { readWhole, readWithoutShop, type Planner, type Recorder } from './plans.ts'

export type Caller = 'visitor' | 'customer' | 'staff'

/** A read call by one kind of caller. */
export interface ListCall {
  who: Caller
  endpoint: Endpoint
  input: object
}

/** The calls of an endpoint with each input, or without one. */
export function calls<I extends z.ZodType>(
  who: Caller,
  endpoint: Endpoint<I>,
  ...inputs: z.input<I>[]
): ListCall[] {
  return (inputs.length > 0 ? inputs : [{}]).map((input) => ({ who, endpoint, input: input as object }))
}

/** A statement of a call, with tables that it scans. */
export interface FoundRead {
  call: string
  tables: string[]
  statement: string
}

/**
 * Makes the calls one by one. Returns each statement that scans a whole table of `grows`, each that scans a table of
 * `byShop` without a condition on the shop, and the calls' durations.
 */
export async function findWholeReads(
  {
    app,
    db,
    recorder,
    planner,
  }: { app: FastifyInstance; db: Database; recorder: Recorder; planner: Planner },
  { customerId, staffId }: Subjects,
  made: readonly ListCall[],
  grows: (table: string) => boolean,
  byShop: ReadonlySet<string> = new Set(),
): Promise<{
  found: FoundRead[]
  withoutShop: FoundRead[]
  statements: number
  times: [call: string, milliseconds: number][]
}> {
  const people: Record<Caller, Client> = {
    visitor: client(app),
    customer: await signIn(db, app, customerId),
    staff: await signIn(db, app, staffId),
  }
  const found: FoundRead[] = []
  const withoutShop: FoundRead[] = []
  const times: [string, number][] = []
  let statements = 0
  const judge = async (call: string, work: () => Promise<{ status: number; message?: string }>) => {
    const begin = performance.now()
    const { status, message } = await work()
    times.push([call, performance.now() - begin])
    if (status !== 200) throw new Error(`${call}: ${status} ${message ?? ''}`)
    for (const statement of recorder.take()) {
      statements += 1
      const plans = await planner.plansOf(statement)
      const tables = readWhole(plans).filter(grows)
      if (tables.length > 0) found.push({ call, tables, statement: statement.text })
      const scattered = readWithoutShop(plans, byShop)
      if (scattered.length > 0) withoutShop.push({ call, tables: scattered, statement: statement.text })
    }
  }
  recorder.take()
  for (const { who, endpoint, input } of made) {
    const call = `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`
    await judge(call, () => people[who].send(endpoint, input))
  }
  for (const file of ['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml'])
    await judge(`GET ${file}`, async () => ({ status: (await app.inject(file)).statusCode }))
  return { found, withoutShop, statements, times }
}

async function signIn(db: Database, app: FastifyInstance, userId: number): Promise<Client> {
  const token = makeToken()
  const expires_at = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), config_id: 1, user_id: userId, expires_at })
    .execute()
  return client(app, { cookies: new Map([['session', token]]) })
}
