import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createClient } from 'haat/client'

// Receives the events of a webhook: adds new orders to orders.csv, and ships those that are paid.
const [port = '', secret = '', url = '', key = ''] = process.argv.slice(2)
const shop = createClient({ url, key })
const signingKey = Buffer.from(secret.replace('whsec_', ''), 'base64')
const MAX_AGE_SECONDS = 300
const MAX_BODY_BYTES = 1_000_000

/**
 * Whether the shop has signed these bytes, and not long ago.
 * @param {import('node:http').IncomingHttpHeaders} headers @param {Buffer} body
 */
function isSigned(headers, body) {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  )
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= MAX_AGE_SECONDS
  const expected = createHmac('sha256', signingKey).update(`${id}.${time}.`).update(body).digest()
  const isRight = String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    // Takes the same time wherever they differ, so that nobody can guess a signature byte by byte.
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
  return isRecent && isRight
}

// The shop repeats a delivery until it gets an answer, so the ids of all events are stored.
const received = new Set(existsSync('received.txt') ? readFileSync('received.txt', 'utf8').split('\n') : [])

/** @param {import('haat/client').ShopEvent} event */
async function handle(event) {
  if (received.has(String(event.id))) return
  if (event.kind === 'order.placed') {
    const { serial, total, currency } = event.data
    appendFileSync('orders.csv', `${serial},${event.at},${total},${currency}\n`)
  }
  if (event.kind === 'order.paid') await ship(event.data.number)
  appendFileSync('received.txt', `${event.id}\n`)
  received.add(String(event.id))
}

/** @param {string} number */
async function ship(number) {
  const { data: order } = await shop.call('GET admin/orders/:number', { number })
  if (order.paid < order.total || !order.can.includes('fulfil')) return
  // Ask your carrier for the tracking number here. Your own courier can use the number of the order.
  const shipment = { carrier: 'Own courier', tracking: order.serial }
  await shop.call('POST admin/orders/:number/fulfil', { number, ...shipment })
}

// One event at a time, so that a delivery that is repeated early waits for the first.
let work = Promise.resolve()

const server = createServer(async (request, response) => {
  try {
    const parts = []
    let size = 0
    for await (const part of request) {
      parts.push(part)
      size += part.length
      if (size > MAX_BODY_BYTES) return void response.writeHead(413).end()
    }
    const body = Buffer.concat(parts)
    if (!isSigned(request.headers, body)) return void response.writeHead(401).end()
    work = work.catch(() => {}).then(() => handle(JSON.parse(body.toString())))
    await work
    response.writeHead(204).end()
  } catch (error) {
    console.error(error)
    // The shop tries again later.
    response.writeHead(500).end()
  }
})
server.listen(Number(port), () => console.log('Waiting for events at', server.address()))
