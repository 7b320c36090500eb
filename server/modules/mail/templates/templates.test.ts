import { expect, test } from 'vitest'
import {
  emailChangeMail,
  invitationMail,
  passwordChangedMail,
  resetMail,
  welcomeMail,
  type MailInput,
} from '../index.ts'

const invitation = (input: MailInput) =>
  invitationMail({ ...input, roleName: '<b>Editor</b>', invitedBy: `${input.name} & Co` })

const makers = [welcomeMail, resetMail, passwordChangedMail, emailChangeMail, invitation]
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
