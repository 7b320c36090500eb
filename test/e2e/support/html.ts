import { shopUrl } from './page.ts'

/** A page as the server sends it, which is what browsers without JavaScript and search engines read. */
export interface ServerPage {
  title: string
  /** The HTML from the first start tag of this name to the last end tag. */
  part(tag: string): string
  /** The text of that part, in one line. */
  text(tag: string): string
}

/** Reads a page without a browser, for tests of what its HTML says. */
export async function serverPage(path: string, base = shopUrl): Promise<ServerPage> {
  const answer = await fetch(base + path)
  const html = await answer.text()
  const part = (tag: string) => new RegExp(`<${tag}\\b[^>]*>.*</${tag}>`, 's').exec(html)?.[0] ?? ''
  return {
    title: textOf(/<title>.*?<\/title>/s.exec(html)?.[0] ?? ''),
    text: (tag) => textOf(part(tag)),
    part,
  }
}

/** The text of HTML, in one line. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** How often something occurs in HTML. */
export const countOf = (html: string, pattern: RegExp): number => [...html.matchAll(pattern)].length
