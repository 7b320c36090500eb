import { useQuery } from '@tanstack/react-query'
import type { CartLine } from '#contract/cart/cart.ts'
import { call } from '#web/lib/call.ts'
import { usePendingChanges } from './cart.ts'
import { sameLine, type CartChange } from './cart-change.ts'

/** What is saved for later with pending changes applied; undefined until it is known. */
export function useSavedLines(): CartLine[] | undefined {
  const { data } = useQuery({
    queryKey: ['personal', 'cart-saved'],
    queryFn: async ({ signal }) => (await call('GET cart/saved', {}, { signal })).data,
    refetchOnMount: 'always',
  })
  const changes = usePendingChanges()
  return data && changes.reduce(applyToSaved, data)
}

function applyToSaved(lines: CartLine[], { kind, line }: CartChange): CartLine[] {
  const others = lines.filter((other) => !sameLine(other, line))
  if (kind === 'save') return [line, ...others]
  return kind === 'restore' || kind === 'discard' ? others : lines
}
