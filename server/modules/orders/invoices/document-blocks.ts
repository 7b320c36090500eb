import { sellerNumberText } from '#contract/tax/seller-number.ts'
import type { ShopContext } from '#server/http/route.ts'
import { formatAmount } from '#server/modules/pricing/index.ts'
import { supplyAddress, taxNames } from '#server/modules/tax/index.ts'
import type { Block } from '#server/platform/pdf/pdf-document.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { taxByRate, type TaxedAmount, type TaxedPart } from './invoice.rules.ts'
import type { IssuedInvoice } from './invoice.writes.ts'
import { billToLines, deliveryBlock } from './labels.ts'

/** The names of the tax: one, or the two halves of GST. */
export type TaxNames = readonly [string] | readonly [string, string]

/** A rate in millionths as `18%`. */
export const rateText = (rate: number): string => `${rate / 10_000}%`

/** Whether a document follows the rules of Indian GST. */
export const isIndian = (order: Pick<OrderRow, 'tax_name' | 'currency'>): boolean =>
  order.tax_name === 'GST' && order.currency === 'INR'

/** CGST, SGST and IGST follow from the states of the seller and of the supply; taxes of other countries have one name. */
export const documentTaxNames = (
  order: Pick<OrderRow, 'tax_name' | 'currency'>,
  invoice: IssuedInvoice,
): TaxNames => (isIndian(order) ? taxNames(invoice.seller, supplyAddress(invoice)) : [order.tax_name])

/** Seller, billing address and delivery address, as of the day of the invoice. */
export function partiesBlock(
  { seller, billingAddress, shippingAddress }: IssuedInvoice,
  order: Pick<OrderRow, 'email' | 'phone' | 'shipping_method'>,
): Block {
  return {
    kind: 'columns',
    columns: [
      {
        heading: 'Sold by',
        lines: [
          seller.legal_name || seller.name,
          seller.legal_name && seller.legal_name !== seller.name ? seller.name : '',
          seller.address,
          seller.gstin && `GSTIN ${seller.gstin}`,
          ...seller.tax_numbers.map(sellerNumberText),
          seller.email,
          seller.phone,
        ],
      },
      {
        heading: 'Bill to',
        lines: [
          ...billToLines({ ...order, shipping_address: shippingAddress }, billingAddress),
          order.email,
          order.phone,
        ].filter(Boolean),
      },
      deliveryBlock({ ...order, shipping_address: shippingAddress }),
    ],
  }
}

/** The taxed parts of a document, totalled by rate. */
export function taxTable(
  parts: readonly TaxedPart[],
  order: Pick<OrderRow, 'currency' | 'tax_name'>,
  names: TaxNames,
  { locale }: Pick<ShopContext, 'locale'>,
): Block {
  const amount = (minor: number) => formatAmount(minor, order.currency, locale)
  const { rates, total } = taxByRate(parts, names.length)
  const row = (name: string, { taxable, parts: halves, tax }: TaxedAmount) => [
    name,
    amount(taxable),
    ...(halves.length > 1 ? halves.map(amount) : []),
    amount(tax),
  ]
  const columns = [
    'Taxable value',
    ...(names.length > 1 ? names : []),
    names.length > 1 ? order.tax_name : names[0],
  ]
  return {
    kind: 'table',
    size: 8,
    columns: [
      { name: `${order.tax_name} by rate` },
      ...columns.map((name) => ({ name, width: 80, align: 'right' as const })),
    ],
    rows: rates.map((rate) => row(rateText(rate.rate), rate)),
    foot: row('Total', total),
  }
}
