import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createClient } from 'haat/client'

// Adds the orders since the last run to orders.csv.
const [url = '', key = ''] = process.argv.slice(2)
const shop = createClient({ url, key })

/** @param {(string | number)[]} cells */
const row = (cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',') + '\n'

// The id of the last event that was read.
const last = Number(await readFile('last-event.txt', 'utf8').catch(() => 0))
if (last === 0) await writeFile('orders.csv', row(['order', 'placed', 'email', 'total', 'currency']))
for await (const event of shop.events(last)) {
  if (event.kind === 'order.placed') {
    const { data: order } = await shop.call('GET admin/orders/:number', { number: event.data.number })
    const { serial, placedAt, email, total, currency } = order
    await appendFile('orders.csv', row([serial, placedAt, email, total, currency]))
  }
  // After a crash before this line the next run adds the order again, but it misses none.
  await writeFile('last-event.txt', String(event.id))
}
