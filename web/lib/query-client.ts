import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 3
const MAX_RETRY_DELAY_MS = 30_000

/** The visitor's data in a page that the server rendered for this visitor: answers with the keys of their queries. */
export type PersonalData = readonly { key: readonly unknown[]; data: unknown }[]

/**
 * The cache of personal and live data, filled with the data that came with a personal page. Do not set `gcTime` here: the library's default of 5 minutes applies only in
 * browsers, but an explicit value would also keep each server-rendered page in memory.
 */
export function createQueryClient(personal: PersonalData = []): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_RETRIES && canRecover(error),
        retryDelay: (attempt, error) =>
          retryAfterMs(error) ?? Math.min(1000 * 2 ** attempt, MAX_RETRY_DELAY_MS),
      },
    },
  })
  fillPersonal(client, personal)
  return client
}

/** Puts data that came with the page into the cache. */
export function fillPersonal(client: QueryClient, personal: PersonalData): void {
  for (const { key, data } of personal) client.setQueryData(key, data)
}

/** Whether a later try may succeed. A 4xx answer stays the same, except for a limit that names its end. */
function canRecover(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  const waitMs = error.retryAfterMs
  if (waitMs !== undefined) return waitMs <= MAX_RETRY_DELAY_MS
  return error.status < 400 || error.status >= 500
}

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : undefined)
