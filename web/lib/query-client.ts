import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 3
const MAX_RETRY_DELAY_MS = 30_000

/**
 * The cache of personal and live data. Do not set `gcTime` here: the library's default of 5 minutes applies only in
 * browsers, but an explicit value would also keep each server-rendered page in memory.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_RETRIES && canRecover(error),
        retryDelay: (attempt, error) =>
          retryAfterMs(error) ?? Math.min(1000 * 2 ** attempt, MAX_RETRY_DELAY_MS),
      },
    },
  })
}

/** Whether a later try may succeed. A 4xx answer stays the same, except for a limit that names its end. */
function canRecover(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  const waitMs = error.retryAfterMs
  if (waitMs !== undefined) return waitMs <= MAX_RETRY_DELAY_MS
  return error.status < 400 || error.status >= 500
}

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : undefined)
