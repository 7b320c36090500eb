/** The input of every email: the shop, the recipient's name and the link. */
export interface EmailInput {
  shopName: string
  name: string
  link: string
}

/** An email for the outbox. */
export interface EmailContent {
  /** The kind of email, in snake_case: `welcome`. */
  template: string
  subject: string
  text: string
  html: string
}

/** A sentence, or a link with its label. */
export type Paragraph = string | { label: string; link: string }

interface EmailParts {
  template: string
  subject: string
  /** Paragraphs above the link. */
  before: readonly Paragraph[]
  /** The label of the link. */
  button: string
  /** Below the link, as text and as HTML. */
  details?: { text: string; html: string }
  /** Paragraphs at the end. */
  after: readonly Paragraph[]
}

/** Builds an email as text and as HTML. All input is escaped. */
export function frame({ shopName, name, link }: EmailInput, parts: EmailParts): EmailContent {
  const { template, before, button, details, after } = parts
  const greeting = greet(name)
  const text = [
    greeting,
    ...before.map(paragraphText),
    `${button}:\n${link}`,
    ...(details ? [details.text] : []),
    ...after.map(paragraphText),
    shopName,
  ].join('\n\n')
  const subject = onOneLine(parts.subject)
  const paragraphs = (list: readonly Paragraph[]) =>
    list.map((paragraph) => p(paragraphHtml(paragraph))).join('\n')
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
<p style="margin:0 0 16px;color:#625b53">If the button doesn’t work, open this link:<br><a href="${escape(link)}" style="color:#7a3217;word-break:break-all">${escape(link)}</a></p>
${details?.html ?? ''}
${paragraphs(after)}
</main>
</body>
</html>
`
  return { template, subject, text: `${text}\n`, html }
}

const p = (content: string) => `<p style="margin:0 0 16px">${content}</p>`

const paragraphText = (paragraph: Paragraph) =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n${paragraph.link}`

function paragraphHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escape(paragraph).replaceAll('\n', '<br>')
  const { label, link } = paragraph
  return /^https?:\/\//i.test(link)
    ? `<a href="${escape(link)}" style="color:#7a3217">${escape(label)}</a>`
    : escape(`${label}: ${link}`)
}

/** Omits a name that looks like a link: email programs would make it clickable, and spammers could advertise with it. */
function greet(name: string): string {
  const plain = onOneLine(name)
  return !plain || /[/@:]|\S\.\S\S/.test(plain) ? 'Hello,' : `Hello ${plain},`
}

const onOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Explains to staff why they receive a notification. */
export const notificationReason = 'You receive this because you’re listed under Settings › Notifications.'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
