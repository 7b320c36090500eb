import { escape } from './frame.ts'

/** An order with formatted amounts, for an email. */
export interface OrderSummary {
  number: string
  lines: readonly { what: string; amount: string }[]
  /** The steps to the total. Contained amounts, such as included tax, are shown but not added. */
  sums: readonly { what: string; amount: string; isContained?: boolean; isTotal?: boolean }[]
  /** Delivery address, delivery time, payment. */
  facts: readonly { name: string; lines: readonly string[] }[]
}

/** Renders an order for an email, with tables and inline styles that old email programs understand. */
export function orderTable({ number, lines, sums, facts }: OrderSummary): { text: string; html: string } {
  const text = [
    `Order ${number}`,
    [...lines, ...sums].map(({ what, amount }) => `${what}: ${amount}`).join('\n'),
    ...facts.map((fact) => [`${fact.name}:`, ...fact.lines].join('\n')),
  ].join('\n\n')
  const html = `<h2 style="margin:32px 0 8px;font:20px/1.3 Georgia,serif;color:#1d1a17">Order ${escape(number)}</h2>
<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px;font:16px/1.5 Arial,Helvetica,sans-serif">
${lines.map(({ what, amount }) => row(what, amount, line)).join('\n')}
${sums.map(({ what, amount, isTotal, isContained }) => row(what, amount, isTotal ? total : isContained ? soft : '')).join('\n')}
</table>
${facts.map((fact) => `<p style="margin:0 0 16px"><strong>${escape(fact.name)}</strong><br>${fact.lines.map(escape).join('<br>')}</p>`).join('\n')}`
  return { text, html }
}

const line = 'border-bottom:1px solid #e4dfd7'
const soft = 'color:#625b53'
const total = 'border-top:2px solid #1d1a17;font-weight:bold'

const row = (what: string, amount: string, style: string) =>
  `<tr><th scope="row" align="left" style="padding:8px 12px 8px 0;font-weight:normal;text-align:left;${style}">${escape(what)}</th>` +
  `<td align="right" valign="top" style="padding:8px 0;text-align:right;white-space:nowrap;${style}">${escape(amount)}</td></tr>`
