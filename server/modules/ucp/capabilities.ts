import { UCP_VERSION, type UcpOperation } from './operation.ts'

/** A capability of the shop, as discovery announces it. An extension names what it extends. */
export interface Capability {
  version: string
  spec: string
  schema: string
  extends?: string | string[]
  config?: object
}

const capability = (
  spec: string,
  schema: string,
  more: Pick<Capability, 'extends' | 'config'> = {},
): Capability => ({
  version: UCP_VERSION,
  spec: `https://ucp.dev/${UCP_VERSION}/specification/${spec}`,
  schema: `https://ucp.dev/${UCP_VERSION}/schemas/shopping/${schema}.json`,
  ...more,
})

const checkout = 'dev.ucp.shopping.checkout'

/** The capabilities that this code knows. The shop has those of its operations, with their extensions. */
const known: Readonly<Record<string, Capability>> = {
  'dev.ucp.shopping.catalog.search': capability('catalog/search', 'catalog_search'),
  'dev.ucp.shopping.catalog.lookup': capability('catalog/lookup', 'catalog_lookup'),
  'dev.ucp.shopping.cart': capability('cart', 'cart'),
  [checkout]: capability('checkout', 'checkout'),
  'dev.ucp.shopping.order': capability('order', 'order'),
  'dev.ucp.shopping.fulfillment': capability('fulfillment', 'fulfillment', {
    extends: checkout,
    config: { allows_multi_destination: { shipping: false, pickup: false }, allows_method_combinations: [] },
  }),
  'dev.ucp.shopping.discount': capability('discount', 'discount', {
    extends: [checkout, 'dev.ucp.shopping.cart'],
  }),
  'dev.ucp.shopping.buyer_consent': capability('buyer-consent', 'buyer_consent', { extends: checkout }),
}

/** What a capability extends; empty for one that stands alone. */
export const parentsOf = ({ extends: parents = [] }: Pick<Capability, 'extends'>): string[] =>
  [parents].flat()

/** The capabilities that the operations give, with the extensions of these. */
export function capabilitiesOf(operations: readonly UcpOperation[]): Record<string, Capability> {
  const offered = new Set(operations.map(({ capability: name }) => name))
  const parents = Object.entries(known).map(
    ([name, declared]) => [name, parentsOf(declared), declared] as const,
  )
  return Object.fromEntries(
    parents.flatMap(([name, extended, declared]) => {
      const isOffered =
        extended.length === 0 ? offered.has(name) : extended.some((parent) => offered.has(parent))
      if (!isOffered) return []
      const remaining = extended.filter((parent) => offered.has(parent))
      return [[name, { ...declared, ...extensionOf(remaining) }]]
    }),
  )
}

/** One parent is written as a text, several as a list. */
function extensionOf([first, ...others]: string[]): Pick<Capability, 'extends'> {
  if (first === undefined) return {}
  return { extends: others.length === 0 ? first : [first, ...others] }
}
