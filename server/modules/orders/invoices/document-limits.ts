import { tooManyTries } from '#server/http/limits/rate-limit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { isPdfQueueFull } from '#server/platform/pdf/pdf-renderer.ts'

/** Rendering a PDF is expensive, and the call needs no login. */
const DOCUMENTS_PER_NETWORK = { burst: 30, seconds: 2 }

/** Takes one from that limit. AppError 429. */
export const takeDocument = ({ shop, services, clientAddress }: PersonalContext): Promise<void> =>
  services.limits.take(`invoices ${shop.shopId} from ${clientAddress}`, DOCUMENTS_PER_NETWORK)

/** Refuses a call for a document while too many wait. AppError 429. */
export const admitDocument = (): void => {
  if (isPdfQueueFull()) throw tooManyTries(2)
}
