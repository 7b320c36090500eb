import { expect, it } from 'vitest'
import { pageHeaders } from './security-headers.ts'

const page = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`

it('a text about the buttons of wallets does not open the page', () => {
  const headers = pageHeaders(page('<p>&lt;div data-express=""</p>'), 'http://localhost')
  expect(JSON.stringify(headers)).not.toContain('stripe')
  expect(headers).toMatchObject({
    'permissions-policy': expect.stringContaining('payment=()'),
    'cross-origin-opener-policy': 'same-origin',
  })
})

it('only a page with the buttons of wallets may load the script of Stripe', () => {
  const headers = pageHeaders(page('<div data-express="" class="mt-3"></div>'), 'http://localhost')
  expect(String(headers['content-security-policy']).split('; ')).toEqual(
    expect.arrayContaining([
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      expect.stringMatching(/^frame-src .*youtube.* https:\/\/hooks\.stripe\.com$/),
      "connect-src 'self' https://api.stripe.com",
    ]),
  )
  expect(headers).toMatchObject({
    'permissions-policy': expect.stringContaining('payment=(self "https://js.stripe.com")'),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
})
