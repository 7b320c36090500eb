import { expect, it } from 'vitest'
import { createBannerInput } from './catalog/admin/banner.ts'
import { redirectInput } from './redirects/redirect.ts'
import { footerGroups } from './settings/home.ts'

const footer = (to: string) => footerGroups.safeParse([{ title: 'Help', links: [{ name: 'Help', to }] }])

it.each([
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/.//evil.example',
  '/..//evil.example',
])('%j is no address of the shop', (link) => {
  expect(createBannerInput.safeParse({ link })).toMatchObject({
    success: false,
    error: { issues: [{ path: ['link'] }] },
  })
  expect(redirectInput.safeParse({ from: '/x', to: link }).success).toBe(false)
  expect(footer(link).success).toBe(false)
})

it.each(['/', '/products?sort=name#top', '/pages/über-uns', '/a/b//c'])('%j is one', (link) => {
  expect(createBannerInput.safeParse({ link }).success).toBe(true)
  expect(redirectInput.safeParse({ from: '/x', to: link }).success).toBe(true)
  expect(footer(link).success).toBe(true)
})
