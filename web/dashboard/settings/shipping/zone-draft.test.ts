import { expect, it } from 'vitest'
import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { draftFromZone, newStep, zoneFromDraft } from './zone-draft.ts'

const zone: ShippingZone = {
  name: 'Metro',
  countries: ['IN', 'NP'],
  states: ['Delhi', 'Goa'],
  pincodes: [
    { from: '110001', to: '110096' },
    { from: '400001', to: '400001' },
  ],
  rate: {
    kind: 'weight',
    steps: [
      { upTo: 0.5, amount: 50 },
      { upTo: null, amount: 120.5 },
    ],
  },
  freeFrom: 1499,
  days: { from: 1, to: 2 },
  cash: false,
}

it.each([
  zone,
  {
    ...zone,
    rate: { kind: 'flat' as const, amount: 49 },
    freeFrom: null,
    states: [],
    days: null,
    cash: true,
  },
])('a zone survives conversion to a draft and back', (original) => {
  expect(zoneFromDraft(draftFromZone(original))).toEqual(original)
})

it('the last step has no limit, even after steps are added', () => {
  const draft = draftFromZone(zone)
  const steps = [...draft.steps, { ...newStep(), upTo: '7', amount: '200' }]
  expect(zoneFromDraft({ ...draft, steps: steps.with(1, { ...steps[1]!, upTo: '2' }) }).rate).toEqual({
    kind: 'weight',
    steps: [
      { upTo: 0.5, amount: 50 },
      { upTo: 2, amount: 120.5 },
      { upTo: null, amount: 200 },
    ],
  })
})
