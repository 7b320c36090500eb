import { expect, test } from 'vitest'
import {
  commentPostedMail,
  commentReportedMail,
  emailChangeMail,
  invitationMail,
  orderMail,
  orderPlacedMail,
  passwordChangedMail,
  resetMail,
  welcomeMail,
  type MailInput,
} from '../index.ts'

const invitation = (input: MailInput) =>
  invitationMail({ ...input, roleName: '<b>Editor</b>', invitedBy: `${input.name} & Co` })

const productName = 'Mug <b>'
const posted = (input: MailInput) => commentPostedMail({ ...input, productName })
const reported = (input: MailInput) => commentReportedMail({ ...input, productName })

const order = {
  number: '7K2M-9QXT-04CD',
  lines: [{ what: '2 × Mug <b> & "Co"', amount: '₹900.00' }],
  sums: [
    { what: 'GST, included', amount: '₹137.29', isContained: true },
    { what: 'Total', amount: '₹900.00', isTotal: true },
  ],
  facts: [{ name: 'Delivery address', lines: ['<i>Asha</i>', '4 Rose Lane'] }],
}
const placed = (input: MailInput) =>
  orderPlacedMail({ ...input, order: { ...order, number: `at ${input.shopName}` } })

const makers = [
  welcomeMail,
  resetMail,
  passwordChangedMail,
  emailChangeMail,
  invitation,
  posted,
  reported,
  placed,
]
const link = 'https://shop.example/verify-email?token=a&b=1'
const given = { shopName: 'Tea & "House"', name: 'Asha', link }

test('each mail greets, names the shop and carries the link, as text and as HTML', () => {
  for (const make of makers) {
    const { template, subject, text, html } = make(given)
    expect(template).toMatch(/^[a-z_]+$/)
    expect(subject).toContain(given.shopName)
    expect(text).toMatch(/^Hello Asha,\n\n/)
    expect(text).toContain(`:\n${link}\n`)
    expect(html).toContain('Hello Asha,')
    expect(html).toContain('Tea &amp; &quot;House&quot;')
    // The button, and the address in full.
    expect(html.match(/<a href="https:\/\/shop\.example\/verify-email\?token=a&amp;b=1"/g)).toHaveLength(2)
    expect(html).toContain('>https://shop.example/verify-email?token=a&amp;b=1</a>')
  }
  expect(new Set(makers.map((make) => make(given).template)).size).toBe(makers.length)
})

test('what someone calls himself stays text', () => {
  for (const make of makers) {
    const { text, html } = make({ ...given, name: '<script>"\'&alert(1)' })
    expect(html).not.toContain('<script')
    expect(html).toContain('Hello &lt;script&gt;&quot;&#39;&amp;alert(1),')
    expect(text).toContain('Hello <script>"\'&alert(1),')
  }
})

test('a name that mail programs would make a link of is not repeated, nor are line breaks', () => {
  const names = [
    'You won! https://evil.example',
    'evil.example',
    'www.evil.example now',
    'a@evil.example',
    ' ',
  ]
  for (const name of names) expect(welcomeMail({ ...given, name }).text).toMatch(/^Hello,\n/)
  for (const name of ['Dr. Asha Rao', 'A. R. Rahman', 'आशा', "O'Neil"])
    expect(welcomeMail({ ...given, name }).text).toContain(`Hello ${name},`)
  const { subject, text } = welcomeMail({ shopName: 'Tea\r\nBcc: x', name: 'A\nB', link })
  expect(subject).toBe('Welcome to Tea Bcc: x')
  expect(text).toContain('Hello A B,')
})

test('a mail about an order shows it as a table, and links that lead to the web alone', () => {
  const more = [
    'Account 12\nBank <b>',
    { words: 'Follow <it>', link: 'https://post.example/?a=1&b="2' },
    { words: 'Look', link: 'javascript:alert(1)' },
  ]
  const { subject, template, text, html } = orderMail('shipped', { ...given, order, more })
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
