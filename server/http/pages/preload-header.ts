import type { Headers } from '../cache/cached-response.ts'

/**
 * A `Link` header with the fonts that the head of a page preloads. A CDN turns it into 103 Early Hints. It leaves out the main
 * image, whose width depends on the window: see docs/decisions/029-first-paint.md.
 */
export function preloadHeader(html: string): Headers {
  const head = html.slice(0, html.indexOf('<body'))
  const links = Array.from(head.matchAll(/<link rel="preload" [^>]*as="font"[^>]*>/g), ([tag]) => {
    const url = / href="([^"]+)"/.exec(tag)?.[1] ?? ''
    return `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`
  })
  return links.length > 0 ? { link: links.join(', ') } : {}
}
