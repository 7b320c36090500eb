import { createClient } from 'haat/client'

const [url = '', key = ''] = process.argv.slice(2)
const shop = createClient({ url, key })

// What has happened since the last run. Keep the id of the last event for the next one.
for await (const event of shop.events(0)) {
  if (event.kind !== 'order.placed') continue
  const number = String(event.data['number'])
  const { data: order } = await shop.call('GET admin/orders/:number', { number })
  process.stdout.write(`${order.number},${order.email},${order.total}\n`)
}
