import { readFile } from 'node:fs/promises'
import { createClient } from 'haat/client'

// Ships the paid orders of tracking.csv, whose rows are: order, carrier, tracking number.
const [url = '', key = ''] = process.argv.slice(2)
const shop = createClient({ url, key })

const rows = (await readFile('tracking.csv', 'utf8')).trim().split(/\r?\n/)
const shipments = new Map(
  rows.map((row) => {
    const [serial = '', carrier = '', tracking = ''] = row.split(',').map((cell) => cell.trim())
    return [serial, { carrier, tracking }]
  }),
)

// The whole list first: an order that is shipped leaves it, and the next ones move to an earlier page.
const confirmed = []
for await (const order of shop.items('GET admin/orders', { status: 'confirmed' })) confirmed.push(order)
for (const { number, serial, isPaid, isOnHold } of confirmed) {
  const shipment = shipments.get(serial)
  if (!shipment || !isPaid || isOnHold) continue
  await shop.call('POST admin/orders/:number/fulfil', { number, ...shipment })
  console.log(`${serial} is on its way: ${shipment.carrier} ${shipment.tracking}`)
}
