import MarkdownIt from 'markdown-it'

// Without HTML of the writer's own; markdown-it itself refuses links such as javascript:.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })

const isOwn = (href: string) => /^(#|\/(?![/\\])|mailto:|tel:)/.test(href)

/**
 * Markdown as HTML that is safe to insert. The page's title is its h1, so the highest heading of the text becomes an h2.
 * Links to other sites carry rel="nofollow noopener".
 */
export function htmlOf(text: string): string {
  const tokens = markdown.parse(text, {})
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const shift = 2 - Math.min(...headings.map(levelOf))
  for (const heading of headings) heading.tag = `h${Math.min(levelOf(heading) + shift, 6)}`

  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  for (const link of links) {
    if (!isOwn(String(link.attrGet('href')))) link.attrSet('rel', 'nofollow noopener')
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

const levelOf = ({ tag }: { tag: string }) => Number(tag.slice(1))
