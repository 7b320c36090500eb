import { expect, test } from 'vitest'
import {
  commentPostedEmail,
  commentReportedEmail,
  emailChangeEmail,
  invitationEmail,
  orderEmail,
  orderLinkEmail,
  orderPlacedEmail,
  passwordChangedEmail,
  resetEmail,
  welcomeEmail,
  type EmailInput,
} from '../index.ts'

const invitation = (input: EmailInput) =>
  invitationEmail({ ...input, roleName: '<b>Editor</b>', invitedBy: `${input.name} & Co` })

const productName = 'Mug <b>'
const posted = (input: EmailInput) => commentPostedEmail({ ...input, productName })
const reported = (input: EmailInput) => commentReportedEmail({ ...input, productName })

const order = {
  number: '7K2M-9QXT-04CD',
  lines: [{ what: '2 × Mug <b> & "Co"', amount: '₹900.00' }],
  sums: [
    { what: 'GST, included', amount: '₹137.29', isContained: true },
    { what: 'Total', amount: '₹900.00', isTotal: true },
  ],
  facts: [{ name: 'Delivery address', lines: ['<i>Asha</i>', '4 Rose Lane'] }],
}
const placed = (input: EmailInput) =>
  orderPlacedEmail({ ...input, order: { ...order, number: `at ${input.shopName}` } })

const makers = [
  welcomeEmail,
  resetEmail,
  passwordChangedEmail,
  emailChangeEmail,
  orderLinkEmail,
  invitation,
  posted,
  reported,
  placed,
]
const link = 'https://shop.example/verify-email?token=a&b=1'
const given = { shopName: 'Tea & "House"', name: 'Asha', link }

test('each email has a greeting, the shop name and the link, as text and as HTML', () => {
  for (const make of makers) {
    const { template, subject, text, html } = make(given)
    expect(template).toMatch(/^[a-z_]+$/)
    expect(subject).toContain(given.shopName)
    expect(text).toMatch(/^Hello Asha,\n\n/)
    expect(text).toContain(`:\n${link}\n`)
    expect(html).toContain('Hello Asha,')
    expect(html).toContain('Tea &amp; &quot;House&quot;')
    // Once as a button and once in full.
    expect(html.match(/<a href="https:\/\/shop\.example\/verify-email\?token=a&amp;b=1"/g)).toHaveLength(2)
    expect(html).toContain('>https://shop.example/verify-email?token=a&amp;b=1</a>')
  }
  expect(new Set(makers.map((make) => make(given).template)).size).toBe(makers.length)
})

test('escapes names', () => {
  for (const make of makers) {
    const { text, html } = make({ ...given, name: '<script>"\'&alert(1)' })
    expect(html).not.toContain('<script')
    expect(html).toContain('Hello &lt;script&gt;&quot;&#39;&amp;alert(1),')
    expect(text).toContain('Hello <script>"\'&alert(1),')
  }
})

test('omits names that look like links, and line breaks', () => {
  const names = [
    'You won! https://evil.example',
    'evil.example',
    'www.evil.example now',
    'a@evil.example',
    ' ',
  ]
  for (const name of names) expect(welcomeEmail({ ...given, name }).text).toMatch(/^Hello,\n/)
  for (const name of ['Dr. Asha Rao', 'A. R. Rahman', 'आशा', "O'Neil"])
    expect(welcomeEmail({ ...given, name }).text).toContain(`Hello ${name},`)
  const { subject, text } = welcomeEmail({ shopName: 'Tea\r\nBcc: x', name: 'A\nB', link })
  expect(subject).toBe('Welcome to Tea Bcc: x')
  expect(text).toContain('Hello A B,')
})

test('an order email contains a table, and links to web addresses only', () => {
  const details = [
    'Account 12\nBank <b>',
    { label: 'Follow <it>', link: 'https://post.example/?a=1&b="2' },
    { label: 'Look', link: 'javascript:alert(1)' },
  ]
  const { subject, template, text, html } = orderEmail('shipped', {
    ...given,
    order,
    details,
    canReply: true,
  })
  expect([template, subject]).toEqual(['order_shipped', 'Your order is on its way (7K2M-9QXT-04CD)'])
  expect(html).toContain('>2 × Mug &lt;b&gt; &amp; &quot;Co&quot;</th>')
  expect(html).toMatch(/<tr>.*Total<\/th>.*₹900\.00<\/td><\/tr>/)
  expect(html).toContain('&lt;i&gt;Asha&lt;/i&gt;<br>4 Rose Lane')
  expect(html).toContain('Account 12<br>Bank &lt;b&gt;')
  expect(html).toContain(
    '<a href="https://post.example/?a=1&amp;b=&quot;2" style="color:#7a3217">Follow &lt;it&gt;</a>',
  )
  expect(html).not.toMatch(/href="javascript|<b>|<i>|<it>/)
  expect(text).toContain('2 × Mug <b> & "Co": ₹900.00\nGST, included: ₹137.29\nTotal: ₹900.00\n')
  expect(text).toContain('Follow <it>:\nhttps://post.example/?a=1&b="2\n')
  expect(text).toContain('Delivery address:\n<i>Asha</i>\n4 Rose Lane')
})

test('an order email invites a reply only if the shop receives it', () => {
  const kinds = ['shipped', 'delivered', 'refunded', 'returned', 'message'] as const
  for (const kind of kinds) {
    const textOf = (canReply: boolean) => orderEmail(kind, { ...given, order, details: [], canReply }).text
    expect(textOf(true)).toContain('reply to this email')
    expect(textOf(false)).not.toContain('reply')
  }
})
