import type { PublicKey } from '#server/modules/agents/index.ts'
import type { PaymentMethod } from '#server/modules/orders/index.ts'
import type { Capability } from '../capabilities.ts'
import { UCP_VERSION } from '../operation.ts'
import { paymentHandlers } from './payment-handlers.ts'

const service = (transport: 'rest' | 'mcp', document: string, endpoint: string) => ({
  version: UCP_VERSION,
  spec: `https://ucp.dev/${UCP_VERSION}/specification/overview`,
  transport,
  endpoint,
  schema: `https://ucp.dev/${UCP_VERSION}/services/shopping/${document}`,
})

interface ShopProfile {
  origin: string
  capabilities: Readonly<Record<string, Capability>>
  methods: readonly PaymentMethod[]
  keys: readonly PublicKey[]
}

/** The profile of a shop: what it can do, where, and with which keys it signs. */
export function shopProfile({ origin, capabilities, methods, keys }: ShopProfile): object {
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': [
          service('rest', 'rest.openapi.json', `${origin}/ucp`),
          service('mcp', 'mcp.openrpc.json', `${origin}/ucp/mcp`),
        ],
      },
      capabilities: Object.fromEntries(
        Object.entries(capabilities).map(([name, capability]) => [name, [capability]]),
      ),
      payment_handlers: paymentHandlers(origin, methods),
    },
    signing_keys: keys,
  }
}
