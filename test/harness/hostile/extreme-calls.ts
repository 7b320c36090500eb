import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { seedCatalog } from '../data/catalog.ts'
import { fillShop } from '../data/fill-shop.ts'
import { newUser, openSessionOf } from '../people/account.ts'
import { client } from '../people/client.ts'
import { findSubjects } from '../schema/list-subjects.ts'
import { extremeInputs, type ExtremeInput } from './extreme-inputs.ts'
import { knownOf } from './known-inputs.ts'

interface Shop {
  app: FastifyInstance
  db: Database
  /** Of `db`. */
  url: string
}

interface Sent {
  sent: number
  accepted: number
  /** The calls that a server error answered. */
  faults: string[]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const endpoints = routes
  .map(({ endpoint }) => endpoint)
  .toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))

/**
 * Fills the shop and sends the extreme inputs of every endpoint, as an admin. `choose` selects from those of the endpoint
 * with this index.
 */
export async function sendExtremeInputs(
  { app, db, url }: Shop,
  choose: (inputs: ExtremeInput[], index: number) => ExtremeInput[] = (inputs) => inputs,
): Promise<Sent> {
  const filling = connect(url, { max: 1, limits: false })
  await seedCatalog(db, 1, 60)
  await fillShop(filling, 60)
  await filling.destroy()
  const subjects = await findSubjects(db)
  let admin = (await newUser(db, { role_id: 1 })).id
  let cookies = new Map<string, string>()

  /** Sends as an admin; as another one after a call that ended the session or deleted the account. */
  const send = async (endpoint: Endpoint, input: object) => {
    const ask = () => client(app, { cookies }).send(endpoint, input, { 'idempotency-key': randomUUID() })
    const answer = await ask()
    if (answer.status !== 401 && answer.status !== 403) return answer
    admin = (await newUser(db, { role_id: 1 })).id
    cookies = new Map([['session', await openSessionOf(db, admin)]])
    return ask()
  }

  const result: Sent = { sent: 0, accepted: 0, faults: [] }
  for (const [index, endpoint] of endpoints.entries()) {
    const inputs = extremeInputs(endpoint.input, knownOf(endpoint.path, subjects, admin))
    for (const { what, input } of choose(inputs, index)) {
      const { status } = await send(endpoint, input)
      if (status >= 500) result.faults.push(`${endpoint.method} ${endpoint.path}, ${what}: ${status}`)
      result.accepted += Number(status < 300)
      result.sent += 1
    }
  }
  return result
}
