import { expect, it } from 'vitest'
import { chosenHold } from './hold-choice.ts'

const now = new Date('2026-11-28T20:15:00Z')

it('a hold ends at the time of the shop', () => {
  const until = (timeZone: string, fields: Record<string, string>) =>
    chosenHold(fields, { now, timeZone }).holdUntil
  expect(until('Asia/Kolkata', { hold: 'hour' })).toBe('2026-11-28T21:15:00.000Z')
  // It is the 29th in India already.
  expect(until('Asia/Kolkata', { hold: 'today' })).toBe('2026-11-29T18:29:00.000Z')
  expect(until('Europe/Berlin', { hold: 'today' })).toBe('2026-11-28T22:59:00.000Z')
  expect(until('Asia/Kolkata', { hold: 'days' })).toBe('2026-12-01T20:15:00.000Z')
  expect(until('Asia/Kolkata', { hold: 'until', holdUntil: '2026-12-02T18:00' })).toBe(
    '2026-12-02T12:30:00.000Z',
  )
})

it('no choice leaves the hold as it is, and a missing time is no choice', () => {
  expect(chosenHold({ hold: '', holdUntil: '2026-12-02T18:00' }, { now, timeZone: 'UTC' })).toEqual({})
  expect(chosenHold({ hold: 'until' }, { now, timeZone: 'UTC' })).toEqual({ holdUntil: 'no time' })
})
