import MarkdownIt from 'markdown-it'

// HTML in the text is escaped; markdown-it itself refuses links such as javascript:.
const settings = { html: false, linkify: true, typographer: false }
const pages = new MarkdownIt(settings)
const descriptions = new MarkdownIt({ ...settings, breaks: true })

const isOwnLink = (href: string) => /^(#|\/(?![/\\])|mailto:|tel:)/.test(href)

/**
 * Renders Markdown as safe HTML. The title of a page is its h1, so the highest heading becomes an h2. Links to other
 * sites get rel="nofollow noopener".
 */
export function markdownToHtml(text: string): string {
  return render(pages, text, 2)
}

/** Renders a product description as safe HTML: below the h2 of its panel, and keeping every line break. */
export function descriptionHtml(text: string): string {
  return render(descriptions, text, 3)
}

/** A product description without its Markdown: one line for each paragraph, heading and item of a list. */
export function descriptionText(text: string): string {
  const lines = descriptions.parse(text, {}).flatMap(({ type, content, children }) => {
    if (type === 'inline') return [(children ?? []).map(plainOf).join('')]
    return type === 'fence' || type === 'code_block' ? [content.trimEnd()] : []
  })
  return lines.join('\n').trim()
}

function plainOf({ type, content }: { type: string; content: string }): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n'
  return type === 'text' || type === 'code_inline' || type === 'image' ? content : ''
}

function render(markdown: typeof pages, text: string, highest: number): string {
  const tokens = markdown.parse(text, {})
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const shift = highest - Math.min(...headings.map(levelOf))
  for (const heading of headings) heading.tag = `h${Math.min(levelOf(heading) + shift, 6)}`

  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  for (const link of links) {
    if (!isOwnLink(String(link.attrGet('href')))) link.attrSet('rel', 'nofollow noopener')
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

const levelOf = ({ tag }: { tag: string }) => Number(tag.slice(1))
