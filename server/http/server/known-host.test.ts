import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { addToCart } from '#contract/cart/cart.ts'
import { placeOrder } from '#contract/orders/order.ts'
import { updateAccount } from '#contract/identity/account.ts'
import { forgotPassword, register } from '#contract/identity/auth.ts'
import { postComment } from '#contract/comments/comment.ts'
import { invite } from '#contract/identity/invitation.ts'
import { updateNotifications } from '#contract/settings/settings.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
import { newcomer, secret } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

/** Sends every kind of call that emails a link, with these headers. Answers the addresses of all links. */
async function linksOfEmails(goods: Goods, headers: Record<string, string>): Promise<string[]> {
  await db.deleteFrom('email').execute()
  const admin = await newcomer(db, app, { role_id: 1 })
  const author = await newcomer(db, app)
  const notices = {
    comment_posted: [admin.id],
    comment_reported: [],
    order_placed: [admin.id],
    stock_low: [],
  }
  await admin.browser.send(updateNotifications, notices)
  const key = () => ({ ...headers, 'idempotency-key': randomUUID() })
  const name = randomUUID()
  const email = `${name}@example.com`
  const passwords = { password: secret, confirmpassword: secret }
  const calls = [
    client(app).send(register, { fullName: 'Asha', gender: 1, email, ...passwords }, headers),
    client(app).send(forgotPassword, { email: admin.email }, headers),
    admin.browser.send(invite, { email: `staff-${email}`, roleId: 1 }, key()),
    admin.browser.send(updateAccount, { email: `new-${email}`, password: secret }, headers),
    author.browser.send(postComment, { product_id: goods.mug, comment: 'Good', rating: 5 }, key()),
  ]
  const shopper = client(app)
  await shopper.send(addToCart, { productid: goods.mug }, key())
  const order = await shopper.send(placeOrder, checkoutForm, key())
  await admin.browser.send(fulfilOrder, { number: order.answer.data.number }, key())
  for (const { status, message } of await Promise.all(calls)) expect(status, message).toBeLessThan(300)
  const emails = await db.selectFrom('email').select(['template', 'body_text', 'body_html']).execute()
  expect(emails.map(({ template }) => template).toSorted()).toEqual([
    'comment_posted',
    'email_change',
    'invitation',
    'order_confirmed',
    'order_placed',
    'order_shipped',
    'reset',
    'welcome',
  ])
  const texts = emails.map(({ body_text, body_html }) => `${body_text} ${body_html}`)
  return [...new Set(texts.flatMap((text) => text.match(/https?:\/\/[^/\s"<]+/g) ?? []))]
}

test('every emailed link leads to the shop, whatever Host a request names', async () => {
  const goods = await makeGoods(db)
  const forwarded: Record<string, string> = { host: 'localhost', 'x-forwarded-host': 'made-up.example' }
  for (const headers of [forwarded, { host: '203.0.113.7:99' }, { host: 'localhost:99' }]) {
    expect(await linksOfEmails(goods, headers)).toEqual(['http://localhost'])
  }
})

test.each(['/', '/robots.txt', '/uploads/x.webp', '/assets/x.js', '/api/shop', '/nothing', '/%zz'])(
  'an unknown host gets nothing from %s',
  async (url) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'] as const) {
      const { statusCode, body } = await app.inject({ method, url, headers: { host: 'made-up.example' } })
      expect([url === '/%zz' ? 400 : 421, 421]).toContain(statusCode)
      expect(body).not.toContain('made-up')
    }
  },
)

test('monitoring is answered at any host', async () => {
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    const { statusCode } = await app.inject({ url, headers: { host: 'made-up.example' } })
    expect(statusCode).toBe(200)
  }
})
