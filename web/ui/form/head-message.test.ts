import { describe, expect, it } from 'vitest'
import { headMessage } from './head-message.ts'

const name = { path: 'name', message: 'Enter a name' }
const rule = { path: 'rule.q', message: 'Too long' }
const token = { path: 'token', message: 'Invalid token' }
const none = { unshown: [], hiddenFields: [] }

describe('headMessage', () => {
  it('is the message of the server without issues', () =>
    expect(headMessage('The shop is busy', [], none)).toBe('The shop is busy'))

  it('is empty if fields show all issues', () => expect(headMessage('Enter a name', [name], none)).toBe(''))

  it('has the issues that no field shows', () => {
    expect(headMessage('Enter a name', [name, rule], { ...none, unshown: [rule] })).toBe('Too long')
    expect(headMessage('', [rule], { ...none, unshown: [rule] })).toBe('Too long')
  })

  it('does not repeat the message of the server', () =>
    expect(headMessage('Too long', [rule], { ...none, unshown: [rule] })).toBe('Too long'))

  it('replaces issues of hidden fields by the message of the server', () => {
    const hidden = { unshown: [token], hiddenFields: ['token'] }
    expect(headMessage('The link has expired', [token], hidden)).toBe('The link has expired')
    expect(headMessage('', [token], hidden)).toBe('Invalid token')
  })

  it('forgets issues that an edit has removed', () =>
    expect(headMessage('', [], { ...none, unshown: [rule] })).toBe(''))
})
