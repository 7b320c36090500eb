import { expect, test } from 'vitest'
import { whatsAppLink } from './whats-app.ts'

test.each([
  ['+91 98714 18929', 'IN', 'https://wa.me/919871418929?text=Order%201'],
  ['09871-418929', 'IN', 'https://wa.me/919871418929?text=Order%201'],
  ['+44 (0)20 7946 0958', 'GB', 'https://wa.me/442079460958?text=Order%201'],
  ['020 7946 0958', 'GB', undefined],
  ['', 'IN', undefined],
])('%s in %s', (phone, country, link) => {
  expect(whatsAppLink(phone, country, 'Order 1')).toBe(link)
})
