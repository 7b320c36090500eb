import { createHash } from 'node:crypto'
import { videoPlayers } from '#contract/catalog/video.ts'
import type { Headers } from '../cache/cached-response.ts'

/** Headers for responses that are data and never a document. */
export const dataHeaders: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

const documentHeaders: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * Headers for a page whose address is a secret. With `no-referrer`, browsers send forms with `Origin: null`, and older ones, or
 * those without https, prove by nothing else that a form is the shop's own.
 */
export const secretPageHeaders: Headers = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

/** What Stripe's script needs: https://docs.stripe.com/security/guide#content-security-policy. */
const walletSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
}

/** Some wallets pay in a window of their own, which has to answer. */
const walletHeaders: Headers = {
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com"), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/**
 * Whether a page has the place of the buttons of wallets (`ExpressPlace`), which only shops with a key of Stripe have. No text can
 * contain a tag.
 */
const hasWallets = (html: string): boolean => html.includes('<div data-express="')

/**
 * Headers for a page. The policy lists inline scripts and styles by hash, so that injected ones have no effect. `imageOrigin`
 * sends images beside the shop.
 */
export function pageHeaders(html: string, origin: string, imageOrigin?: string): Headers {
  const wallets = hasWallets(html)
  return {
    ...documentHeaders,
    ...(wallets && walletHeaders),
    'content-security-policy': policy({
      'script-src': ["'self'", ...inlineScriptHashes(html), ...(wallets ? walletSources['script-src'] : [])],
      'style-src': ["'self'", ...inlineStyleHashes(html)],
      'frame-src': [...videoPlayers, ...(wallets ? walletSources['frame-src'] : [])],
      ...(wallets && { 'connect-src': walletSources['connect-src'] }),
      ...imageSources(imageOrigin),
    }),
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Headers for `npm run dev`: Vite's client inserts scripts and style elements and opens a WebSocket. */
export function developmentPageHeaders(_html: string, _origin: string, imageOrigin?: string): Headers {
  return {
    ...documentHeaders,
    'content-security-policy': policy({
      'script-src': ["'self'", "'unsafe-inline'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'connect-src': ["'self'", 'ws:'],
      'frame-src': videoPlayers,
      ...imageSources(imageOrigin),
    }),
  }
}

const imageSources = (origin: string | undefined) => ({
  'img-src': ["'self'", 'data:', ...(origin === undefined ? [] : [origin])],
})

// React writes style attributes, which cannot run code.
function policy(directives: Record<string, readonly string[]>): string {
  const sources = Object.entries(directives).map(([name, values]) => [name, ...values].join(' '))
  return [
    "default-src 'self'",
    ...sources,
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScriptHashes(html: string): Set<string> {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (/\ssrc\s*=/i.test(attributes) || isDataBlock(attributes)) continue
    hashes.add(sourceHash(script))
  }
  return hashes
}

/** Only the head's style, which the server writes: a style in the body could only be an injected one. */
function inlineStyleHashes(html: string): string[] {
  const head = html.slice(0, html.indexOf('<body'))
  return Array.from(head.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, style = '']) => sourceHash(style))
}

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Script elements such as JSON-LD hold data that browsers do not run. */
function isDataBlock(attributes: string): boolean {
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
