import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/**
 * Personal and live data in the browser: failed reads are tried 3 times more. Entries live 5 minutes, which is the
 * library's default; said here, it would hold on the server too, where each page would stay in memory that long.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Who is refused once is refused again.
        retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status === 401),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
    },
  })
}
