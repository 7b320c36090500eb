import { escape } from './escape.ts'

/** What a mail is made from: the shop it comes from, the person it is for, and the address that it leads to. */
export interface MailInput {
  shopName: string
  name: string
  link: string
}

/** A mail that is ready to be written into the outbox. */
export interface MailContent {
  /** Its kind, in small letters: `welcome`. */
  template: string
  subject: string
  text: string
  html: string
}

/** A sentence, or an address of http(s) under the words that say where it leads. */
export type Paragraph = string | { words: string; link: string }

interface MailWords {
  template: string
  subject: string
  /** Before the link; each is a paragraph. */
  before: readonly Paragraph[]
  /** What the link does. */
  button: string
  /** Below the link, as text and as HTML. */
  details?: { text: string; html: string }
  /** At the end. */
  after: readonly string[]
}

/** The frame that all mails share, as text and as HTML. Whatever people have typed stays text in both. */
export function frame({ shopName, name, link }: MailInput, words: MailWords): MailContent {
  const { template, before, button, details, after } = words
  const greeting = greet(name)
  const text = [
    greeting,
    ...before.map(inText),
    `${button}:\n${link}`,
    ...(details ? [details.text] : []),
    ...after,
    shopName,
  ].join('\n\n')
  const subject = onOneLine(words.subject)
  const paragraphs = (some: readonly Paragraph[]) => some.map((one) => p(inHtml(one))).join('\n')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#faf9f7;color:#1d1a17;font:16px/1.5 Arial,Helvetica,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;border:1px solid #e4dfd7">
<h1 style="margin:0 0 24px;font:24px/1.3 Georgia,serif;color:#1d1a17">${escape(shopName)}</h1>
${paragraphs([greeting, ...before])}
<p style="margin:24px 0"><a href="${escape(link)}" style="display:inline-block;padding:12px 24px;background:#96401f;color:#ffffff;font-weight:bold;text-decoration:none">${escape(button)}</a></p>
<p style="margin:0 0 16px;color:#625b53">If the button does not work, open this address:<br><a href="${escape(link)}" style="color:#7a3217;word-break:break-all">${escape(link)}</a></p>
${details?.html ?? ''}
${paragraphs(after)}
</main>
</body>
</html>
`
  return { template, subject, text: `${text}\n`, html }
}

const p = (content: string) => `<p style="margin:0 0 16px">${content}</p>`

const inText = (paragraph: Paragraph) =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.words}:\n${paragraph.link}`

function inHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escape(paragraph).replaceAll('\n', '<br>')
  const { words, link } = paragraph
  return /^https?:\/\//i.test(link)
    ? `<a href="${escape(link)}" style="color:#7a3217">${escape(words)}</a>`
    : escape(`${words}: ${link}`)
}

/** Mail programs make links of what looks like one: a name that does is left out, so that nobody can advertise by it. */
function greet(name: string): string {
  const plain = onOneLine(name)
  return !plain || /[/@:]|\S\.\S\S/.test(plain) ? 'Hello,' : `Hello ${plain},`
}

const onOneLine = (words: string) => words.replace(/[\s\p{Cc}]+/gu, ' ').trim()
