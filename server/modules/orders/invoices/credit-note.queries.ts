import type { z } from 'zod'
import type { creditNote } from '#contract/orders/payment/order-money.ts'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'

/** The credited part of an order line, or of the delivery (`position` null). Minor units; `total` contains the tax. */
export interface CreditedPart {
  position: number | null
  /** Of the delivery by tax rate, from 1; 0 for a line. */
  part: number
  /** Millionths. */
  rate: number
  total: number
  tax: number
}

/** A credit note, issued by the database with the refund or cancellation (`issue_credit_note`). */
export interface CreditNote {
  /** In URLs: `CN-2026-27-00012`. */
  serial: string
  /** On the document: `CN/2026-27/00012`. */
  number: string
  issuedAt: Date
  reason: 'refund' | 'cancellation'
  /** Minor units. */
  total: number
  tax: number
  lines: readonly CreditedPart[]
}

/** A number as a part of a URL. */
const serialOf = (number: string): string => number.replaceAll('/', '-')

/** The credit notes of an order, oldest first. */
export async function listCreditNotes(db: Database, shopId: number, orderId: number): Promise<CreditNote[]> {
  const rows = await db
    .selectFrom('credit_note')
    .select(['number', 'issued_at', 'reason', 'total', 'tax', 'lines'])
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('series')
    .orderBy('sequence')
    .execute()
  return rows.map(({ number, issued_at: issuedAt, reason, lines, ...amounts }) => ({
    ...amounts,
    serial: serialOf(number ?? ''),
    number: number ?? '',
    issuedAt,
    reason: reason as CreditNote['reason'],
    lines: lines as unknown as CreditedPart[],
  }))
}

/** A credit note for the API, in major units of the order’s currency. */
export const creditNoteToView = (
  { serial, number, total, issuedAt }: CreditNote,
  currency: string,
): z.input<typeof creditNote> => ({
  serial,
  number,
  total: toMajor(total, currency),
  issuedAt: issuedAt.toISOString(),
})
