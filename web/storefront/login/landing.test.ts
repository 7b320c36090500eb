import { expect, it } from 'vitest'
import { landingOf } from './landing.ts'

const shopper = { permissions: [], mustChangePassword: false }
const staff = { permissions: ['catalogue' as const], mustChangePassword: false }

it.each([
  [shopper, null, '/'],
  [shopper, '/cart', '/cart'],
  [shopper, '//evil.example', '/'],
  [staff, null, '/dashboard'],
  [staff, '/cart', '/dashboard'],
  [staff, '/dashboard/all-products?page=2', '/dashboard/all-products?page=2'],
  [{ ...staff, mustChangePassword: true }, '/cart', '/profile?tab=password'],
])('%j who wanted %s is led to %s', (user, next, place) => expect(landingOf(user, next)).toBe(place))
