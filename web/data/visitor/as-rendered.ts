import { useSyncExternalStore } from 'react'
import { usePage } from '../page.ts'

/**
 * The result of a query of the visitor's data, and while its island hydrates what the server has rendered: nothing, unless the data
 * came with the page. Another island may have read it in the meantime.
 */
export function useAsRendered<Result extends { data: unknown; isPending: boolean }>(
  part: string,
  result: Result,
): Result {
  const { personal } = usePage()
  const isHydrating = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
  const cameWithPage = personal.some(({ key }) => key[1] === part)
  return isHydrating && !cameWithPage ? { ...result, data: undefined, isPending: true } : result
}
