import { expect, test } from 'vitest'
import { parseProfile } from '#server/modules/agents/index.ts'
import { allCapabilities, profileWith } from '#test/harness/ucp/platform.ts'
import type { Capability } from '../capabilities.ts'
import { capabilitiesFor, intersect, negotiate } from './negotiation.ts'

const ours: Record<string, Pick<Capability, 'version' | 'extends'>> = {
  'a.cart': { version: '2026-04-08' },
  'a.checkout': { version: '2026-04-08' },
  'a.delivery': { version: '2026-04-08', extends: 'a.checkout' },
  'a.slots': { version: '2026-04-08', extends: 'a.delivery' },
  'a.discount': { version: '2026-04-08', extends: ['a.checkout', 'a.cart'] },
}
const listed = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, [{ version: '2026-04-08' }]]))

test.each<[string, Record<string, { version: string }[]>, string[]]>([
  ['nothing', {}, []],
  ['unknown names', listed('b.cart', 'toString', '__proto__'), []],
  ['one capability', listed('a.cart'), ['a.cart']],
  ['an extension without its parent', listed('a.cart', 'a.delivery'), ['a.cart']],
  ['an extension of an extension without the first', listed('a.cart', 'a.delivery', 'a.slots'), ['a.cart']],
  [
    'a chain of extensions',
    listed('a.checkout', 'a.delivery', 'a.slots'),
    ['a.checkout', 'a.delivery', 'a.slots'],
  ],
  ['a chain with a gap', listed('a.checkout', 'a.slots'), ['a.checkout']],
  ['one of two parents', listed('a.cart', 'a.discount'), ['a.cart', 'a.discount']],
  ['another version', { 'a.cart': [{ version: '2026-01-11' }] }, []],
  ['several versions', { 'a.cart': [{ version: '2026-01-11' }, { version: '2026-04-08' }] }, ['a.cart']],
  ['a parent in another version', { ...listed('a.delivery'), 'a.checkout': [{ version: '2026-01-11' }] }, []],
  ['an empty list', { 'a.cart': [] }, []],
])('the intersection with %s', (_, theirs, expected) => {
  expect([...intersect(ours, theirs).keys()]).toEqual(expected)
})

test('an answer lists its own capability and the extensions of it', () => {
  const all = intersect(ours, listed(...Object.keys(ours)))
  const entry = [{ version: '2026-04-08' }]
  expect(capabilitiesFor('a.cart', all, ours)).toEqual({ 'a.cart': entry, 'a.discount': entry })
  expect(capabilitiesFor('a.checkout', all, ours)).toEqual({
    'a.checkout': entry,
    'a.delivery': entry,
    'a.discount': entry,
  })
  const few = intersect(ours, listed('a.checkout'))
  expect(capabilitiesFor('a.checkout', few, ours)).toEqual({ 'a.checkout': entry })
})

const read = (profile: object) => parseProfile(JSON.stringify(profile))
const shop = { 'dev.ucp.shopping.cart': { version: '2026-04-08', spec: '', schema: '' } }

test('has the settings of the platform', () => {
  const profile = profileWith(allCapabilities)
  const entry = { version: '2026-04-08', config: { webhook_url: 'https://agent.example/hooks' } }
  const capabilities = { ...profile.ucp.capabilities, 'dev.ucp.shopping.cart': [entry] }
  const negotiated = negotiate(read({ ...profile, ucp: { ...profile.ucp, capabilities } }), shop)
  expect(negotiated.get('dev.ucp.shopping.cart')?.config).toEqual(entry.config)
})

test.each([
  ['another version', { ucp: { version: '2026-01-11', capabilities: [] } }, 'version_unsupported'],
  ['a list of capabilities', { ucp: { version: '2026-04-08', capabilities: [] } }, 'profile_malformed'],
  [
    'a capability without a list',
    { ucp: { version: '2026-04-08', capabilities: { 'a.b': {} } } },
    'profile_malformed',
  ],
  [
    'an entry without a version',
    { ucp: { version: '2026-04-08', capabilities: { 'a.b': [{}] } } },
    'profile_malformed',
  ],
])('refuses %s', (_, profile, code) => {
  expect(() => negotiate(read(profile), shop)).toThrow(expect.objectContaining({ status: 422, code }))
})
