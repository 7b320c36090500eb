import type { IncomingHttpHeaders } from 'node:http'

/** The cookies of the shop; none can be read by scripts. */
export type CookieName = 'session' | 'visitor' | 'device'

/** The cookies of one request, and those that its answer will set. */
export interface Cookies {
  get(name: CookieName): string | undefined
  /** `seconds` it lives; without them until the browser is closed. */
  set(name: CookieName, value: string, seconds?: number): void
  clear(name: CookieName): void
  /** The lines for Set-Cookie. */
  changes(): string[]
}

/** Over https the prefix ties a cookie to this very host, and to https. */
export function cookiesOf(headers: IncomingHttpHeaders, secure: boolean): Cookies {
  const prefix = secure ? '__Host-' : ''
  const changed = new Map<CookieName, string>()
  const change = (name: CookieName, value: string, rest: string) =>
    void changed.set(
      name,
      `${prefix}${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${rest}`,
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
