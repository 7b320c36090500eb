import { useQuery } from '@tanstack/react-query'
import type { CartLine } from '#contract/cart/cart.ts'
import { query } from '../query.ts'
import { usePendingChanges } from './cart.ts'
import { sameLine, type CartChange } from './cart-change.ts'

/** What is saved for later with pending changes applied; undefined until it is known. */
export function useSavedLines(): CartLine[] | undefined {
  const { data } = useQuery({
    ...query('GET cart/saved', {}, ['personal', 'cart-saved']),
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
