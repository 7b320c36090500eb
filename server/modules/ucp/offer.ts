import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import type { Capability } from './capabilities.ts'

/** Capabilities of the shop by name. */
type Capabilities = Readonly<Record<string, Capability>>

/** What the owner of a shop lets agents do, of what this code can do. */
export interface Offer {
  /** What discovery announces. */
  announced: Capabilities
  /** What the doors answer: orders can be read for as long as there are any. */
  answered: Capabilities
}

/** Reads what the settings allow. Undefined: agents are refused altogether. */
export async function findOffer(
  db: Database,
  shop: Pick<ShopContext, 'shopId' | 'currency'>,
  known: Capabilities,
): Promise<Offer | undefined> {
  const { catalog, checkout } = await findSettings(db, shop, 'agents')
  if (!catalog) return undefined
  if (checkout) return { announced: known, answered: known }
  return { announced: chosen(known, isCatalog), answered: chosen(known, isReading) }
}

const isCatalog = (name: string) => name.startsWith('dev.ucp.shopping.catalog.')
const isReading = (name: string) => isCatalog(name) || name === 'dev.ucp.shopping.order'

const chosen = (known: Capabilities, isChosen: (name: string) => boolean): Capabilities =>
  Object.fromEntries(Object.entries(known).filter(([name]) => isChosen(name)))
