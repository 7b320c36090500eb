import { expect, it } from 'vitest'
import { landingOf } from './landing.ts'

const shopper = { roleId: 2, mustChangePassword: false }

it.each([
  [shopper, null, '/'],
  [shopper, '/cart', '/cart'],
  [shopper, '//evil.example', '/'],
  [{ ...shopper, roleId: 1 }, '/cart', '/dashboard'],
  [{ roleId: 1, mustChangePassword: true }, '/cart', '/profile?tab=password'],
])('%j who wanted %s is led to %s', (user, next, place) => expect(landingOf(user, next)).toBe(place))
