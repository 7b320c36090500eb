import type { IncomingMessage } from 'node:http'
import { pageAddress } from '#contract/page-address.ts'
import type { ShopContext } from '../route.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { RequestOrigin } from './request-origin.ts'

/** The shop and the address that a request is for; known before routing and without its cookies or body. */
export interface RequestTarget {
  shop: ShopContext
  /** Scheme and host for absolute links. The shop knows this address; a made-up Host header cannot change it. */
  origin: string
  /** What the browser sees as its own origin. Only for comparisons: the client chooses it. */
  requestedOrigin: string
  /** False if the request names a host at which no shop opens. */
  isKnown: boolean
  /** Cache key of the public answer to this address; undefined if the address is unknown or too long to cache. */
  key: string | undefined
}

export interface RequestTargets {
  /** Synchronous: undefined while the list of shops may have changed. */
  peek(request: IncomingMessage): RequestTarget | undefined
  /** Synchronous: the target in the last known list of shops, which may be old; undefined before the first list. */
  last(request: IncomingMessage): RequestTarget | undefined
  find(request: IncomingMessage): Promise<RequestTarget>
}

/** Finds the shops of this installation by host name. */
export interface ShopDirectory {
  /** Synchronous: undefined while the list may have changed. */
  peek(hostname: string): ShopContext | undefined
  /** Synchronous: the shop in the last known list, which may be old. */
  last(hostname: string): ShopContext | undefined
  /**
   * The shop with this host, else shop 1. Rejects if the list has changed and cannot be read; after a failed attempt to
   * reach the database it uses the last known list.
   */
  find(hostname: string): Promise<ShopContext>
  /** Whether a shop is registered under this host name. */
  lists(hostname: string): boolean
}

const MAX_CACHED_URL_CHARACTERS = 1000

interface TargetDeps {
  shops: ShopDirectory
  originOf: (request: IncomingMessage) => RequestOrigin
  publicUrl: string | undefined
  own: OwnAddresses
}

/**
 * Finds the shop of a request by its host, and the origin for its links:
 * - at the host of PUBLIC_URL: PUBLIC_URL
 * - at a registered host: this host, with scheme and port of PUBLIC_URL, else of the request if the port is known
 * - at any other host: shop 1, with PUBLIC_URL, else an address that the server listens on
 */
export function readRequestTargets({ shops, originOf, publicUrl, own }: TargetDeps): RequestTargets {
  const publicHost = publicUrl && new URL(publicUrl).hostname
  const atPublicUrl = new Map<string, string>()

  const registeredOrigin = (requested: RequestOrigin): string => {
    if (!publicUrl) return own.withKnownPort(requested)
    const { hostname } = requested
    const origin = atPublicUrl.get(hostname) ?? withHostname(publicUrl, hostname)
    atPublicUrl.set(hostname, origin)
    return origin
  }

  const targetOf = ({ url = '' }: IncomingMessage, requested: RequestOrigin, shop: ShopContext) => {
    const { hostname, origin: requestedOrigin } = requested
    const isRegistered = hostname !== publicHost && shops.lists(hostname)
    const isKnown = isRegistered || hostname === publicHost || own.isNameless(hostname)
    const origin = isRegistered ? registeredOrigin(requested) : (publicUrl ?? own.originFor(requested))
    const isCached = isKnown && url.length <= MAX_CACHED_URL_CHARACTERS
    const key = isCached ? `${shop.shopId} ${origin} ${pageAddress(url)}` : undefined
    return { shop, origin, requestedOrigin, isKnown, key }
  }

  const knownTarget = (request: IncomingMessage, find: (hostname: string) => ShopContext | undefined) => {
    const origin = originOf(request)
    const shop = find(origin.hostname)
    return shop && targetOf(request, origin, shop)
  }

  return {
    peek: (request) => knownTarget(request, shops.peek),
    last: (request) => knownTarget(request, shops.last),
    async find(request) {
      const requested = originOf(request)
      return targetOf(request, requested, await shops.find(requested.hostname))
    },
  }
}

function withHostname(address: string, hostname: string): string {
  const url = new URL(address)
  url.hostname = hostname
  return url.origin
}
