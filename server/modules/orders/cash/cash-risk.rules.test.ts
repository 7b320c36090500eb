import { expect, test } from 'vitest'
import { riskText } from '#contract/orders/cash/cash-risk.ts'
import { cashRisk, needsConfirmation, type CashHistory } from './cash-risk.rules.ts'

const stranger: CashHistory = {
  delivered: 0,
  ended: 0,
  cameBack: 0,
  phoneRefused: 0,
  neverConfirmed: 0,
  compared: 100,
  usual: 100_000,
}

test.each<[string, Partial<CashHistory>, number, number, string[]]>([
  ['a first order', {}, 100_000, 15, ['First order']],
  [
    'a high first order',
    {},
    200_001,
    35,
    ['High amount: more than twice the usual cash order', 'First order'],
  ],
  ['an amount without others to compare', { compared: 9 }, 900_000, 15, ['First order']],
  [
    'one who sent most back',
    { ended: 3, cameBack: 2, delivered: 1 },
    100_000,
    55,
    ['2 of 3 earlier cash orders came back', '1 earlier order delivered'],
  ],
  [
    'the phone of another who refused',
    { phoneRefused: 1 },
    100_000,
    60,
    ['Same phone as a refused order', 'First order'],
  ],
  ['one who never confirmed', { neverConfirmed: 1 }, 100_000, 25, ['1 earlier cash order never confirmed']],
  ['a good customer', { ended: 4, delivered: 5 }, 100_000, 0, ['5 earlier orders delivered']],
  [
    'all at once is at most 100',
    { ended: 1, cameBack: 1, phoneRefused: 1, neverConfirmed: 2 },
    900_000,
    100,
    [
      '1 of 1 earlier cash order came back',
      'Same phone as a refused order',
      '2 earlier cash orders never confirmed',
      'High amount: more than twice the usual cash order',
    ],
  ],
])('%s', (_name, known, total, score, reasons) => {
  const risk = cashRisk({ ...stranger, ...known }, total)
  expect([risk.score, risk.reasons.map(riskText)]).toEqual([score, reasons])
})

test('the shop chooses which orders are confirmed', () => {
  const risk = (score: number) => ({ score, reasons: [] })
  const needs = (cod_confirm: 'off' | 'risky' | 'all', score: number) =>
    needsConfirmation({ cod_confirm }, risk(score))
  expect([needs('off', 100), needs('risky', 29), needs('risky', 30), needs('all', 0)]).toEqual([
    false,
    false,
    true,
    true,
  ])
})
