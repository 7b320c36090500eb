import type { IncomingMessage } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { withinBudget } from '#server/db/connect.ts'
import { isInTrouble, untilTrouble, type DatabaseState } from '../cache/fresh-or-stale.ts'
import { AppError } from '../errors.ts'
import { pageBudget } from '../routing/time-limits.ts'
import { isApi } from './error-handler.ts'
import type { RequestTargets } from './request-target.ts'

/** The options of a route that answers at any host, because monitoring may call it by an internal address. */
export const anyHost = { config: { anyHost: true } }

/**
 * A hook for every route: at a host where no shop opens, a page redirects to the same path of PUBLIC_URL. Without
 * PUBLIC_URL, and for everything but pages, the answer is 421. While the database is in trouble, the last known list of shops
 * decides.
 */
export function requireKnownHost(
  targets: RequestTargets,
  databaseState: DatabaseState,
  publicUrl: string | undefined,
): onRequestHookHandler {
  const find = async (raw: IncomingMessage) => {
    const last = targets.last(raw)
    const finding = withinBudget(pageBudget(), () => targets.find(raw))
    return last ? ((await untilTrouble(databaseState, finding)) ?? last) : finding
  }
  return ({ raw, method, url, routeOptions }, reply, done) => {
    const judge = (isKnown: boolean) => {
      if (isKnown) return done()
      const isPage = (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !isForPrograms(url)
      if (!publicUrl || !isPage) return done(unknownHost())
      void reply.header('cache-control', 'no-store').redirect(publicUrl + url, 301)
    }
    if ('anyHost' in routeOptions.config) return done()
    const target = targets.peek(raw) ?? (isInTrouble(databaseState) ? targets.last(raw) : undefined)
    if (target) judge(target.isKnown)
    else find(raw).then(({ isKnown }) => judge(isKnown), done)
  }
}

/** Programs must not be sent to the shop of another host. */
const isForPrograms = (url: string) => isApi(url) || /^\/+(ucp|\.well-known)(\/|\?|$)/.test(url)

const unknownHost = () =>
  new AppError(421, 'unknown_host', 'No shop opens at this address. If it is yours, set PUBLIC_URL to it.')
