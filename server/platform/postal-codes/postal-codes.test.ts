import { expect, test } from 'vitest'
import { indianStates } from '#contract/orders/address/india.ts'
import { findPinCode } from './postal-codes.ts'

test.each([
  ['411001', ['MH'], 'Pune'],
  ['400050', ['MH'], 'Mumbai'],
  ['560034', ['KA'], 'Bengaluru'],
  ['682001', ['KL'], 'Kochi'],
  ['110001', ['DL'], 'New Delhi'],
  ['201301', ['UP'], 'Noida'],
  ['500034', ['TS'], 'Hyderabad'],
  ['605001', ['PY'], 'Puducherry'],
  ['194101', ['LA'], ''],
  // A village in Assam that a post office of Meghalaya shares.
  ['781029', ['AS', 'ML'], 'Guwahati'],
])('%s is in %j, %s', (code, states, city) => {
  const found = findPinCode(code)
  expect(found && { ...found, states: found.states.toSorted() }).toEqual({ states, city })
})

test.each(['100000', '999999', '199999', '0', 'abcdef', ''])('%s is no known code', (code) => {
  expect(findPinCode(code)).toBeUndefined()
})

test('every state has codes, and every code a state', () => {
  const seen = new Set<string>()
  for (let code = 110_000; code < 860_000; code++)
    for (const state of findPinCode(String(code))?.states ?? []) seen.add(state)
  expect([...seen].sort()).toEqual(Object.keys(indianStates).sort())
})
