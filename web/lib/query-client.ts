import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/**
 * The cache of personal and live data. Do not set `gcTime` here: the library's default of 5 minutes applies only in
 * browsers, but an explicit value would also keep each server-rendered page in memory.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A retry does not sign anyone in.
        retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status === 401),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
    },
  })
}
