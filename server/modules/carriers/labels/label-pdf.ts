import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { addressLabelPdf, findOrderById, findSender } from '#server/modules/orders/index.ts'
import { isFromCarrier } from '#server/platform/carriers/carrier.ts'
import { renderPdf } from '#server/platform/pdf/pdf-renderer.ts'
import { RemoteError, sendPinned } from '#server/platform/remote/pinned-request.ts'
import type { IsAllowed } from '#server/platform/remote/remote-address.ts'
import { findAccount } from '../accounts/account.queries.ts'
import { carrierOf, type CarrierDeps } from '../accounts/connected.ts'
import { findLabel, findLabelPdf, type LabelRow } from './label.queries.ts'
import { storePdf } from './label.writes.ts'

const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 15_000

/** Downloads the PDF of a label that was bought. What fails now is done when staff open the label. */
export async function fetchPdf(
  db: Database,
  deps: CarrierDeps,
  { shopId, id }: Pick<LabelRow, 'shopId' | 'id'>,
): Promise<void> {
  const label = await findLabel(db, shopId, id)
  if (label?.state !== 'bought' || label.carrier === 'own' || label.hasPdf) return
  const { isAllowed } = deps.carrierServers[label.carrier]
  // The addresses of carriers expire, and a new one is had by asking again.
  const pdf =
    (await download(label.pdfUrl, isAllowed)) ?? (await download(await askForUrl(db, deps, label), isAllowed))
  if (pdf) await storePdf(db, label, pdf)
}

/** The PDF at an address; undefined if there is none. */
async function download(url: string, isAllowed: IsAllowed): Promise<Buffer | undefined> {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  const sent = { method: 'GET' as const, headers: { accept: 'application/pdf' } }
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, isAllowed }
    const { status, bytes, isCut } = await sendPinned(address, sent, limits)
    return status === 200 && !isCut && bytes.subarray(0, 5).toString() === '%PDF-' ? bytes : undefined
  } catch (error) {
    if (error instanceof RemoteError) return undefined
    throw error
  }
}

/** Where the carrier has the PDF now; empty: it does not say so. */
async function askForUrl(db: Database, deps: CarrierDeps, label: LabelRow): Promise<string> {
  const account = await findAccount(db, label.shopId, { carrier: label.carrier })
  if (!account) return ''
  try {
    return (await carrierOf(deps, account).find(label))?.pdfUrl ?? ''
  } catch (error) {
    if (isFromCarrier(error)) return ''
    throw error
  }
}

/** The PDF of a label: the carrier's, or the one that the shop draws. AppError 503 while the carrier does not give it. */
export async function labelPdf(
  db: Database,
  deps: CarrierDeps,
  shop: ShopContext,
  label: LabelRow,
): Promise<Uint8Array<ArrayBuffer>> {
  if (label.carrier === 'own') {
    const [order, sender] = await Promise.all([
      findOrderById(db, shop.shopId, label.orderId),
      findSender(db, shop.shopId),
    ])
    return renderPdf(addressLabelPdf(order, sender, shop))
  }
  await fetchPdf(db, deps, label)
  const pdf = await findLabelPdf(db, label.shopId, label.id)
  if (pdf) return new Uint8Array(pdf)
  const message = 'The carrier has not made the label yet. Try again in a minute.'
  throw new AppError(503, 'label_unavailable', message, undefined, 60)
}
