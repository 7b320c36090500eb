import type { Page } from 'playwright-core'
import { shopUrl } from './page.ts'

/**
 * Serves a page as if the server could not read this part of the visitor's data. The browser asks for it and renders the islands
 * itself.
 */
export const withUnread = (page: Page, path: string, part: 'cart' | 'wishlist') =>
  page.route(shopUrl + path, async (route) => {
    const response = await route.fetch()
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers()
    const body = (await response.text())
      .replaceAll(new RegExp(`("|&quot;)personal\\1,\\1${part}\\1`, 'g'), '$1unread$1,$1$1')
      .replaceAll('data-island=', 'data-before="" data-island=')
    await route.fulfill({ status: response.status(), headers, body })
  })
