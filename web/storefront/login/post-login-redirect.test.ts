import { expect, it } from 'vitest'
import { postLoginRedirect } from './post-login-redirect.ts'

const shopper = { permissions: [], mustChangePassword: false }
const staff = { permissions: ['catalog' as const], mustChangePassword: false }

it.each([
  [shopper, null, '/'],
  [shopper, '/cart', '/cart'],
  [shopper, '//evil.example', '/'],
  [staff, null, '/dashboard'],
  [staff, '/cart', '/dashboard'],
  [staff, '/dashboard/all-products?page=2', '/dashboard/all-products?page=2'],
  [{ ...staff, mustChangePassword: true }, '/cart', '/profile?tab=password'],
])('redirects %j who requested %s to %s', (user, next, path) =>
  expect(postLoginRedirect(user, next)).toBe(path),
)
