import { expect, test } from 'vitest'
import { keyedHash } from './keyed-hash.ts'
import { seal, unseal } from './sealed.ts'

const hash = keyedHash('a secret of the test that is long enough')

test('a sealed secret opens with the same AUTH_SECRET and purpose only', () => {
  const sealed = seal(hash, 'test', 'whsec_नमस्ते')
  expect(unseal(hash, 'test', sealed)).toBe('whsec_नमस्ते')
  expect(() => unseal(hash, 'other', sealed)).toThrow('unable to authenticate')
  expect(() => unseal(keyedHash('another secret that is long enough'), 'test', sealed)).toThrow(
    'unable to authenticate',
  )
  sealed[sealed.length - 1]! ^= 1
  expect(() => unseal(hash, 'test', sealed)).toThrow('unable to authenticate')
})

test('secrets that were stored before remain readable', () => {
  const stored = Buffer.from('UXespRBEtEW7yX98g4evOXfRkLfiODMR+LuRhWijQNNbgHVq/io1TA==', 'base64')
  expect(unseal(hash, 'sealed webhook secrets', stored)).toBe('whsec_stored')
})
