import type { IncomingMessage } from 'node:http'
import type { Address } from './address.ts'
import type { ShopContext } from './route.ts'
import type { Shops } from './shops.ts'

/** What a request asks for, before anyone looks at what it says. */
export interface Asked {
  shop: ShopContext
  /** Scheme and host as shoppers see them, for links that must be whole. */
  origin: string
  /** Under which the public answer to this very address is kept; undefined where it is too long to be worth it. */
  key: string | undefined
}

export interface AskedReader {
  /** Without waiting: undefined while the list of shops may have changed. */
  peek(request: IncomingMessage): Asked | undefined
  find(request: IncomingMessage): Promise<Asked>
}

const longestKept = 1000

/**
 * Host names that were given to a shop are taken at their word. Any other that leads here is shop 1, at PUBLIC_URL where
 * that is set.
 */
export function askedReader(
  shops: Shops,
  addressOf: (request: IncomingMessage) => Address,
  publicUrl: string | undefined,
): AskedReader {
  const publicHost = publicUrl && new URL(publicUrl).hostname

  const asked = ({ url = '' }: IncomingMessage, { hostname, origin }: Address, shop: ShopContext): Asked => {
    const seen = publicUrl && (hostname === publicHost || !shops.lists(hostname)) ? publicUrl : origin
    return {
      shop,
      origin: seen,
      key: url.length <= longestKept ? `${shop.configId} ${seen} ${url}` : undefined,
    }
  }

  return {
    peek(request) {
      const address = addressOf(request)
      const shop = shops.peek(address.hostname)
      return shop && asked(request, address, shop)
    },
    async find(request) {
      const address = addressOf(request)
      return asked(request, address, await shops.find(address.hostname))
    },
  }
}
