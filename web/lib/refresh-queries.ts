import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads the shown queries again after a change. `invalidateQueries` alone joins a first read that is under way, which may have
 * seen the state before the change, so such queries are read once more.
 */
export async function refreshQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = client.getQueryCache().findAll({
    queryKey,
    type: 'active',
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  await client.invalidateQueries({ queryKey })
  const again = firstReads.map((query) =>
    client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }),
  )
  await Promise.all(again)
}
