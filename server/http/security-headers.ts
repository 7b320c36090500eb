import { createHash } from 'node:crypto'
import type { Headers } from './finished.ts'

/** Of answers that are data and never a document. */
export const dataHeaders: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

const everyPage: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** Of a finished page. Its inline scripts are named by hash, so that no other can run, however it got there. */
export function pageHeaders(html: string, origin: string): Headers {
  return {
    ...everyPage,
    'content-security-policy': contentSecurityPolicy(html),
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

// React writes style attributes, which cannot run anything; style elements are not needed.
function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptHashes(html)].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScriptHashes(html: string): Set<string> {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (/\ssrc\s*=/i.test(attributes) || isData(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return hashes
}

/** Script elements such as JSON-LD, which hold data and are never run. */
function isData(attributes: string): boolean {
  const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]?.toLowerCase() ?? ''
  return ![
    '',
    'module',
    'text/javascript',
    'application/javascript',
    'importmap',
    'speculationrules',
  ].includes(type)
}
