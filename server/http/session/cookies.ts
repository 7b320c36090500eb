import type { IncomingHttpHeaders } from 'node:http'

/** The shop's cookies; scripts cannot read any of them. */
export type CookieName = 'session' | 'visitor' | 'device'

/** The cookies of one request, and the changes that its response will set. */
export interface Cookies {
  get(name: CookieName): string | undefined
  /** Without `seconds` the cookie lives until the browser closes. */
  set(name: CookieName, value: string, seconds?: number): void
  clear(name: CookieName): void
  /** Values for Set-Cookie headers. */
  changes(): string[]
}

/** Over https the `__Host-` prefix ties a cookie to this exact host and to https. */
export function cookiesOf(headers: IncomingHttpHeaders, secure: boolean): Cookies {
  const prefix = secure ? '__Host-' : ''
  const changed = new Map<CookieName, string>()
  const change = (name: CookieName, value: string, lifetime: string) =>
    void changed.set(
      name,
      `${prefix}${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${lifetime}`,
    )
  return {
    get: (name) => readCookie(headers.cookie, prefix + name),
    set: (name, value, seconds) =>
      change(name, value, seconds === undefined ? '' : `; Max-Age=${Math.floor(seconds)}`),
    clear: (name) => change(name, '', '; Max-Age=0'),
    changes: () => [...changed.values()],
  }
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const found = header?.split(';').find((part) => part.trimStart().startsWith(start))
  return found?.trimStart().slice(start.length).trim() || undefined
}
