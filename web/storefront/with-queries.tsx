import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { usePage } from '#web/data/page.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { sharedQueries } from './queries.ts'

/** An island whose components read or change data by TanStack Query. */
export function withQueries<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  return function WithQueries(props: P) {
    const { personal } = usePage()
    // The server makes a cache for each island, so that nobody sees what is another's.
    const [client] = useState(() => (import.meta.env.SSR ? createQueryClient(personal) : sharedQueries()))
    return (
      <QueryClientProvider client={client}>
        <Component {...props} />
      </QueryClientProvider>
    )
  }
}
