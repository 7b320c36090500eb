import type { z } from 'zod'
import type { Database } from '#server/db/connect.ts'

/** Scheme and host in the URLs of the answers. */
export const origin = 'https://shop.example'

const platform = { id: 1, profileUrl: 'https://agent.example/ucp.json', isAuthenticated: false }

/** An operation of the protocol, as far as a call needs it. */
interface Operation {
  input: z.ZodType
  run(input: unknown, call: object): Promise<{ body: object }>
}

/** Runs an operation of the catalog for a stranger. The input passes its schema first, as at the doors. */
export async function callCatalog(
  db: Database,
  { input, run }: Operation,
  sent: unknown,
  { shopId = 1, currency = 'INR' } = {},
): Promise<Record<string, unknown>> {
  const call = {
    // The operations read no more of the context.
    context: { db, shop: { shopId, currency }, services: {}, origin },
    platform,
    capabilities: new Set<string>(),
    platformConfig: () => ({}),
  }
  const { body } = await run(input.parse(sent), call)
  return body as Record<string, unknown>
}
