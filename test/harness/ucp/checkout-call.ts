import type { Database } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { ucpOperations, type UcpCall } from '#server/modules/ucp/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { fixedPayments } from '../app/fixed-payments.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'

/** The cart, and all extensions of a checkout. */
const extensions = ['cart', 'fulfillment', 'discount', 'buyer_consent'].map(
  (name) => `dev.ucp.shopping.${name}`,
)

export interface Caller {
  platformId: number
  capabilities?: readonly string[]
  handlers?: readonly string[]
  online?: readonly PaymentProvider[]
  shopId?: number
  /** Where the platform wants to hear of its orders. */
  webhookUrl?: string
}

/** A body of a cart or a checkout, as far as tests look at it. */
export interface Body {
  id: string
  status: string
  line_items: {
    id: string
    item: { id: string; title: string; price: number }
    quantity: number
    totals: Total[]
  }[]
  totals: Total[]
  messages: { type: string; code: string; content: string; severity?: string; path?: string }[]
  fulfillment?: {
    methods: {
      destinations: { id: string }[]
      selected_destination_id: string | null
      groups: { options: { id: string; totals: Total[] }[]; selected_option_id: string | null }[]
    }[]
  }
  discounts?: {
    codes: string[]
    applied: { amount: number; allocations: { path: string; amount: number }[] }[]
  }
  order?: { id: string; label: string; permalink_url: string }
  continue_url?: string
}
interface Total {
  type: string
  amount: number
}

/** Adds a platform and returns its id. */
export async function addPlatform(db: Database, profileUrl: string, shopId = 1): Promise<number> {
  const { id } = await db
    .insertInto('agent_platform')
    .values({ config_id: shopId, profile_url: profileUrl })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const shop = {
  name: 'Haat',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
  email: '',
}
const services = {
  limits: { on: false, take: async () => {}, allows: async () => true },
  keyedHash: keyedHash('0123456789abcdef0123456789abcdef'),
  mayReach: () => true,
}

/** Runs an operation of carts or checkouts, as the doors do after they know the caller. */
export async function callCheckout(
  db: Database,
  tool: string,
  sent: unknown,
  { platformId, capabilities = extensions, handlers = [], online = [], shopId = 1, webhookUrl }: Caller,
): Promise<Body> {
  const operation = ucpOperations.find((one) => one.tool === tool)
  if (!operation) throw new Error(`There is no operation ${tool}`)
  const context = {
    db,
    shop: { ...shop, shopId },
    services: { ...services, online: fixedPayments(online) },
    origin: 'https://shop.example',
    clientAddress: '198.51.100.7',
    caller: undefined,
    apiKeyId: undefined,
    shopper: { find: async () => undefined },
  } as unknown as PersonalContext
  const profileUrl = new URL('/ucp.json', webhookUrl ?? 'https://agent.example').href
  const call: UcpCall = {
    context,
    platform: { id: platformId, profileUrl, isAuthenticated: false },
    capabilities: new Set(capabilities),
    platformHandlers: new Set(handlers),
    platformConfig: () => ({ webhook_url: webhookUrl }),
  }
  return (await operation.run(operation.input.parse(sent), call)).body as Body
}
