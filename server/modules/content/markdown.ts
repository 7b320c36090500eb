import MarkdownIt from 'markdown-it'

// Without HTML of the writer's own; markdown-it itself refuses links such as javascript:.
const settings = { html: false, linkify: true, typographer: false }
const pages = new MarkdownIt(settings)
const descriptions = new MarkdownIt({ ...settings, breaks: true })

const isOwn = (href: string) => /^(#|\/(?![/\\])|mailto:|tel:)/.test(href)

/**
 * Markdown as HTML that is safe to insert. The page's title is its h1, so the highest heading of the text becomes an h2.
 * Links to other sites carry rel="nofollow noopener".
 */
export function htmlOf(text: string): string {
  return render(pages, text, 2)
}

/**
 * The description of a product as HTML that is safe to insert: as `htmlOf`, below the h2 of its panel, and with each
 * line break kept, as it was before descriptions had any formatting.
 */
export function descriptionHtml(text: string): string {
  return render(descriptions, text, 3)
}

function render(markdown: typeof pages, text: string, highest: number): string {
  const tokens = markdown.parse(text, {})
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const shift = highest - Math.min(...headings.map(levelOf))
  for (const heading of headings) heading.tag = `h${Math.min(levelOf(heading) + shift, 6)}`

  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  for (const link of links) {
    if (!isOwn(String(link.attrGet('href')))) link.attrSet('rel', 'nofollow noopener')
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

const levelOf = ({ tag }: { tag: string }) => Number(tag.slice(1))
