import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import {
  findEmailShop,
  findOrder,
  findOrderById,
  lockOrder,
  orderNotFound,
  requireLinesCaptured,
  shipLinesAsStaff,
  trackShipment,
} from '#server/modules/orders/index.ts'
import { endingAt } from '#server/platform/carriers/carrier-servers.ts'
import { CarrierUnavailable, isFromCarrier, type Label } from '#server/platform/carriers/carrier.ts'
import type { CarrierDeps } from '../accounts/connected.ts'
import { requireShopCarrier } from './carriers-of-shop.ts'
import { findLabel, listLabels, type LabelRow } from './label.queries.ts'
import { endLabel, insertLabel, noteProblem, storeBought } from './label.writes.ts'
import { storableLabel } from './storable-label.ts'
import { packOrder, sizeOf, type PackageChoice } from './package.ts'
import { CASH_IN_PARTS } from './quote-label.ts'
import { fetchPdf } from './label-pdf.ts'

/** A label that staff want to buy. */
export interface WantedLabel extends PackageChoice {
  number: string
  carrier: LabelRow['carrier']
  quote: string
  weight: number
}

type LabelKey = Pick<LabelRow, 'shopId' | 'id'>

/**
 * Stores a purchase before the carrier is called. AppError as `packOrder` throws it, 409 for a shipment that has a label, or
 * while another purchase of the order runs.
 */
export async function beginLabel(
  tx: Transaction,
  write: WriteContext,
  { deps, ...wanted }: WantedLabel & { deps: CarrierDeps },
): Promise<number> {
  const { shopId } = write
  const { number, shipmentId, lines, carrier: id } = wanted
  const known = await findOrder(tx, shopId, number)
  if (!known) throw orderNotFound()
  const order = await lockOrder(tx, shopId, known.id)
  const shop = await findEmailShop(tx, shopId)
  const { account } = await requireShopCarrier(tx, shop, deps, id)
  const packed = await packOrder(tx, shop, order, wanted)
  if (packed.isPartOfCash) throw new AppError(409, 'cash_in_parts', CASH_IN_PARTS)
  if (shipmentId === undefined) await requireLinesCaptured(tx, order, lines)
  else await requireUnlabelled(tx, shopId, order.id, shipmentId)
  return insertLabel(tx, write, {
    orderId: order.id,
    shipmentId: shipmentId ?? null,
    carrier: id,
    // Shiprocket never takes a reference twice, also not that of an order that was cancelled.
    reference: `${order.serial.slice(0, 30)}-${randomUUID().slice(0, 8)}`,
    lines: shipmentId === undefined ? lines : [],
    quote: wanted.quote,
    size: sizeOf(wanted.weight, account),
  })
}

async function requireUnlabelled(tx: Transaction, shopId: number, orderId: number, shipmentId: number) {
  const labels = await listLabels(tx, shopId, orderId)
  if (labels.some((label) => label.shipmentId === shipmentId && label.state === 'bought'))
    throw new AppError(409, 'label_exists', 'This shipment has a label. Cancel it to buy another one')
}

/** The calls of a purchase end by then, renewed tokens included. */
const PURCHASE_MS = 90_000
/** When a purchase is looked up. Looking earlier would remove what it has half done. */
const SETTLED_MS = 120_000

/**
 * Buys a label whose purchase was stored just now. The carrier is called once: without an answer the label stays `buying`, and
 * `resolveLabel` finds out what has happened.
 */
export async function purchaseLabel(
  db: Database,
  deps: CarrierDeps,
  key: LabelKey,
  now = Date.now(),
): Promise<void> {
  const label = await findLabel(db, key.shopId, key.id)
  if (label?.state !== 'buying') return
  const carrierServers = endingAt(deps.carrierServers, now + PURCHASE_MS)
  const bought = await callCarrier(db, { ...deps, carrierServers }, label).catch(async (error: unknown) => {
    if (error instanceof CarrierUnavailable && error.mayHaveBought)
      await noteProblem(
        db,
        key,
        'The carrier has not answered yet. The shop asks again in two minutes.',
        error.quoted,
      )
    else if (isSentence(error)) await endLabel(db, key, 'refused', error.message)
    else throw error
  })
  if (!bought) return
  await applyBought(db, deps, key, bought)
  await fetchPdf(db, deps, key)
}

async function callCarrier(db: Database, deps: CarrierDeps, label: LabelRow): Promise<Label> {
  const { shopId, reference, quote, weight: grams, lengthCm, widthCm, heightCm } = label
  const shop = await findEmailShop(db, shopId)
  const [order, { carrier }] = await Promise.all([
    findOrderById(db, shopId, label.orderId),
    requireShopCarrier(db, shop, deps, label.carrier),
  ])
  const packed = await packOrder(db, shop, order, choiceOf(label))
  const size = { grams, lengthCm, widthCm, heightCm }
  return carrier.label({ ...packed, size, reference, quote })
}

/** An error of the carrier or of the shop whose message is a sentence for staff. */
const isSentence = (error: unknown): error is Error => isFromCarrier(error) || error instanceof AppError

const choiceOf = ({ shipmentId, lines }: LabelRow): PackageChoice => ({
  shipmentId: shipmentId ?? undefined,
  lines,
})

/** How long the carrier is asked about a purchase before people have to look. */
const LOST_MS = 24 * 3_600_000

/** Asks the carrier what became of a purchase without an answer. It is never bought again. */
export async function resolveLabel(
  db: Database,
  deps: CarrierDeps,
  label: LabelRow,
  now = Date.now(),
): Promise<void> {
  const ageMs = now - label.createdAt.getTime()
  if (ageMs < SETTLED_MS) return
  const bought = await findBought(db, deps, label).catch(async (error: unknown) => {
    if (ageMs > LOST_MS)
      await endLabel(db, label, 'refused', 'The carrier does not know this purchase. Check its panel.')
    throw error
  })
  if (bought) {
    await applyBought(db, deps, label, bought)
    return fetchPdf(db, deps, label)
  }
  await endLabel(db, label, 'refused', 'The purchase did not reach the carrier. Nothing was bought.')
}

async function findBought(db: Database, deps: CarrierDeps, label: LabelRow): Promise<Label | undefined> {
  const shop = await findEmailShop(db, label.shopId)
  const { carrier } = await requireShopCarrier(db, shop, deps, label.carrier)
  return carrier.find(label)
}

/**
 * Stores a label that was bought and ships its units. Units that were shipped or refunded in the meantime do not ship again,
 * nor those of a purchase that the shop has given up: the label then has no shipment, and the job gives it back.
 */
async function applyBought(
  db: Database,
  { keyedHash }: CarrierDeps,
  { shopId, id }: LabelKey,
  answer: Label,
): Promise<void> {
  const bought = storableLabel(answer)
  const shop = await findEmailShop(db, shopId)
  const { orderId } = (await findLabel(db, shopId, id)) ?? {}
  if (orderId === undefined) return
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, shopId, orderId)
    const label = await findLabel(tx, shopId, id, { lock: true })
    const unused = (reason: string) => {
      const problem = `${reason}. The label is given back to the carrier.`
      return storeBought(tx, { shopId, id }, { ...bought, problem }, { shipmentId: null, check: 'now' })
    }
    if (label?.state === 'refused') return unused('The carrier has bought it after the shop gave it up')
    if (label?.state !== 'buying') return
    const write = { shopId, actor: { id: label.actorId, name: label.actorName } }
    const shipment = shipmentOf(label, bought)
    const done = (shipmentId: number) =>
      storeBought(tx, label, bought, { shipmentId, check: bought.tracking ? 'later' : 'never' })
    if (label.shipmentId !== null) {
      if (bought.tracking) await trackShipment(tx, write, { orderId, shipmentId: label.shipmentId }, shipment)
      return done(label.shipmentId)
    }
    try {
      const action = { write, email: { shop, services: { keyedHash } }, number: order.number }
      const { id: shipmentId } = await shipLinesAsStaff(
        tx,
        action,
        { ...shipment, expectedOn: null },
        label.lines,
      )
      return await done(shipmentId)
    } catch (error) {
      // The plan is refused before anything is written.
      if (!(error instanceof AppError)) throw error
      await unused(error.message)
    }
  })
}

const shipmentOf = ({ carrier }: LabelRow, { service, tracking, trackingUrl }: Label) => ({
  carrier: carrier === 'own' ? '' : service,
  tracking,
  trackingUrl,
})
