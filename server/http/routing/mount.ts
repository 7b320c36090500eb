import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { isPublicRead, type Route } from '../route.ts'
import { isAudience } from '../session/audience.ts'
import type { IdentifyDeps } from '../session/identify.ts'
import { mountGuarded } from './guarded-call.ts'
import { mountPublicRead, type PublicReadDeps } from './public-read.ts'

/** Everything that answering a call needs beside its request. */
export type MountDeps = IdentifyDeps & PublicReadDeps

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Mounts each route of the contract below the prefix of `app`. Throws if a route declares no known audience. */
export function mount(app: FastifyInstance, routes: readonly Route[], deps: MountDeps): void {
  for (const route of routes) {
    requireDeclaredAudience(route.endpoint)
    if (route.personal && isPublicRead(route))
      throw new Error(`${route.endpoint.path} is cached for everyone, but its handler depends on the caller`)
    if (isPublicRead(route)) mountPublicRead(app, route, deps)
    else mountGuarded(app, route, deps)
  }
  for (const [path, sharing] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    refuseOtherMethods(
      app,
      `/${path}`,
      sharing.map(({ endpoint }) => endpoint.method),
    )
  }
  refuseOtherPaths(app)
}

function requireDeclaredAudience({ method, path, audience, cache }: Endpoint): void {
  if (!isAudience(audience)) throw new Error(`${method} ${path} does not declare who may call it`)
  if (cache && audience !== 'public')
    throw new Error(`${method} ${path} is cached for everyone, but is not public`)
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const refuse = async ({ method }: FastifyRequest, reply: FastifyReply) => {
    void reply.header('allow', allow)
    if (method === 'OPTIONS') return reply.code(204).send()
    throw new AppError(405, 'method_not_allowed', `This call takes ${allowed.join(', ')}.`)
  }
  const others = methods.filter((method) => !allowed.includes(method))
  app.route({ method: [...others, 'OPTIONS'], url, onRequest: refuse, handler: refuse })
}

function refuseOtherPaths(app: FastifyInstance): void {
  const refuse = async () => {
    throw new AppError(404, 'not_found', 'There is no such call.')
  }
  for (const url of ['/', '/*']) {
    app.route({ method: [...methods, 'OPTIONS'], url, onRequest: refuse, handler: refuse })
  }
}
