import type { IncomingMessage } from 'node:http'
import type { ShopContext } from '../route.ts'
import type { RequestOrigin } from './request-origin.ts'

/** The shop and the address that a request is for; known before routing and without its cookies or body. */
export interface RequestTarget {
  shop: ShopContext
  /** Scheme and host as shoppers see them, for absolute links. */
  origin: string
  /** Cache key of the public answer to this address; undefined if the address is too long to cache. */
  key: string | undefined
}

export interface RequestTargets {
  /** Synchronous: undefined while the list of shops may have changed. */
  peek(request: IncomingMessage): RequestTarget | undefined
  find(request: IncomingMessage): Promise<RequestTarget>
}

/** Finds the shops of this installation by host name. */
export interface ShopDirectory {
  /** Synchronous: undefined while the list may have changed. */
  peek(hostname: string): ShopContext | undefined
  /** The shop with this host, else shop 1. While the database is unreachable it uses the last known list. */
  find(hostname: string): Promise<ShopContext>
  /** Whether a shop is registered under this host name. */
  lists(hostname: string): boolean
}

const MAX_CACHED_URL_CHARACTERS = 1000

/**
 * A registered host name is the shop's origin. Any other host that leads here means shop 1, whose origin is PUBLIC_URL
 * if that is set.
 */
export function readRequestTargets(
  shops: ShopDirectory,
  originOf: (request: IncomingMessage) => RequestOrigin,
  publicUrl: string | undefined,
): RequestTargets {
  const publicHost = publicUrl && new URL(publicUrl).hostname

  const targetOf = (
    { url = '' }: IncomingMessage,
    { hostname, origin: requested }: RequestOrigin,
    shop: ShopContext,
  ): RequestTarget => {
    const isPublic = publicUrl && (hostname === publicHost || !shops.lists(hostname))
    const origin = isPublic ? publicUrl : requested
    const key = url.length <= MAX_CACHED_URL_CHARACTERS ? `${shop.configId} ${origin} ${url}` : undefined
    return { shop, origin, key }
  }

  return {
    peek(request) {
      const origin = originOf(request)
      const shop = shops.peek(origin.hostname)
      return shop && targetOf(request, origin, shop)
    },
    async find(request) {
      const origin = originOf(request)
      return targetOf(request, origin, await shops.find(origin.hostname))
    },
  }
}
