import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { allCapabilities, profileWith, startProfileServer } from '#test/harness/ucp/platform.ts'
import { shopUrl } from './page.ts'

/** A cart or checkout as the shop answers it to an agent, as far as tests look at it. */
interface Answered {
  id: string
  status?: string
  continue_url?: string
  order?: { id: string }
  messages?: { code: string }[]
}

/** Where the agent's buyer wants to have the goods. */
export const destination = {
  first_name: 'Asha',
  last_name: 'Rao',
  street_address: '4 Rose Lane',
  address_locality: 'Pune',
  address_region: 'Maharashtra',
  postal_code: '411001',
  address_country: 'IN',
}

/** An assistant with a profile on this machine, which calls the shop by HTTP until the test ends. */
export async function assistant() {
  const profiles = await startProfileServer()
  onTestFinished(profiles.stop)
  const profile = profiles.publish(`/${randomUUID()}.json`, profileWith(allCapabilities))
  return async (path: string, body?: object): Promise<Answered> => {
    const answer = await fetch(`${shopUrl}/ucp${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'ucp-agent': `profile="${profile}"`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answered
  }
}
