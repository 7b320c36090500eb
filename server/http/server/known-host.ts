import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../errors.ts'
import { isApi } from './error-handler.ts'
import type { RequestTargets } from './request-target.ts'

/** The options of a route that answers at any host, because monitoring may call it by an internal address. */
export const anyHost = { config: { anyHost: true } }

/**
 * A hook for every route: at a host where no shop opens, a page redirects to the same path of PUBLIC_URL. Without
 * PUBLIC_URL, and for everything but pages, the answer is 421.
 */
export function requireKnownHost(
  targets: RequestTargets,
  publicUrl: string | undefined,
): onRequestHookHandler {
  return ({ raw, method, url, routeOptions }, reply, done) => {
    const judge = (isKnown: boolean) => {
      if (isKnown) return done()
      const isPage = (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !isApi(url)
      if (!publicUrl || !isPage) return done(unknownHost())
      void reply.header('cache-control', 'no-store').redirect(publicUrl + url, 301)
    }
    const target = 'anyHost' in routeOptions.config ? { isKnown: true } : targets.peek(raw)
    if (target) judge(target.isKnown)
    else targets.find(raw).then(({ isKnown }) => judge(isKnown), done)
  }
}

const unknownHost = () =>
  new AppError(421, 'unknown_host', 'No shop opens at this address. If it is yours, set PUBLIC_URL to it.')
