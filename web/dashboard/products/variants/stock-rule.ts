import type { VariantDraft } from './combinations.ts'

/** What happens when a variant is sold out, in the words of the form. */
export const stockRules = [
  ['stop', 'Stop selling'],
  ['backorder', 'Keep selling (backorder)'],
  ['uncounted', 'Never: stock isn’t counted'],
] as const
type StockRule = (typeof stockRules)[number][0]

type Counting = Pick<VariantDraft, 'tracked' | 'sellWhenSoldOut'>

export function stockRuleOf({ tracked, sellWhenSoldOut }: Counting): StockRule {
  if (!tracked) return 'uncounted'
  return sellWhenSoldOut ? 'backorder' : 'stop'
}

export const countingOf = (rule: string): Counting => ({
  tracked: rule !== 'uncounted',
  sellWhenSoldOut: rule === 'backorder',
})
