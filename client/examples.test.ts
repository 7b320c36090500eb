import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApiKey } from '#contract/identity/api-key.ts'
import { confirmOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { updatePayment } from '#contract/settings/settings.ts'
import { createWebhook, replayWebhook, updateWebhook } from '#contract/webhooks/webhook.ts'
import { installClient, run } from '#test/harness/client/install-client.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { webhookShop } from '#test/harness/services/webhook-shop.ts'

// The programs that /api/docs shows run as it says: copied to a new project with the packed client, with `node` and `python3`.
const shop = await webhookShop()
// Programs start slowly beside other tests.
vi.setConfig({ testTimeout: 60_000 })
let project: Awaited<ReturnType<typeof installClient>>
let url: string
let key: string
let productid: number
beforeAll(async () => {
  project = await installClient()
  await cp('client/examples', project.folder, { recursive: true })
  url = await shop.app.listen({ port: 0 })
  const permissions = ['orders', 'events']
  key = (await shop.admin.send(createApiKey, { name: 'Spreadsheet', permissions })).answer.data.key
  productid = await (await makeGoods(shop.db)).add('Bowl', { variants: [{ price: 49_900, stock: 100 }] })
  const payment = { cod: true, bank_transfer: true, bank_details: 'Haat, IBAN 1234' }
  await shop.admin.send(updatePayment, payment)
})
afterAll(() => project.remove())

let customers = 0

/** An order that awaits a bank transfer, of a new customer: one has few unpaid orders. */
async function place() {
  const contact = { ...checkoutForm.contact, email: `asha${++customers}@example.com` }
  const items = [{ productid, quantity: 1 }]
  return (await order(client(shop.app), { items, contact, paymentMethod: 'bank_transfer' })).answer.data
}
const pay = (number: string) => shop.admin.send(confirmOrder, { number })
const view = async (number: string) => (await shop.admin.send(getAdminOrder, { number })).answer.data

/** A folder below the project, so that its programs find the client, and what they wrote into it. */
async function workIn(name: string) {
  const folder = join(project.folder, name)
  await mkdir(folder)
  return {
    folder,
    read: async (file: string) => (await readFile(join(folder, file), 'utf8')).trim().split(/\r?\n/),
    start: (program: string, file: string) =>
      run(program, [join(project.folder, file), url, key], { cwd: folder }),
  }
}

/** Orders to a spreadsheet, then ships the paid one of two that have a tracking number. */
async function walk(name: string, program: string, ending: string) {
  const { folder, read, start } = await workIn(name)
  const first = await place()
  await start(program, `new-orders.${ending}`)
  const [head, ...before] = await read('orders.csv')
  expect(head?.replaceAll('"', '')).toBe('order,placed,email,total,currency')
  expect(before.at(-1)).toContain(first.serial)
  const second = await place()
  await start(program, `new-orders.${ending}`)
  await start(program, `new-orders.${ending}`)
  const added = (await read('orders.csv')).slice(1 + before.length)
  expect(added).toEqual([expect.stringContaining(second.serial)])
  expect(added[0]).toMatch(/asha\d+@example\.com/)

  await pay(first.number)
  const rows = [first, second].map(({ serial }, n) => `${serial},India Post,EX00${n}IN\n`)
  await writeFile(join(folder, 'tracking.csv'), rows.join(''))
  const { stdout } = await start(program, `ship-orders.${ending}`)
  expect(stdout).toBe(`${first.serial} is on its way: India Post EX000IN\n`)
  expect(await view(first.number)).toMatchObject({ status: 'shipped', tracking: 'EX000IN' })
  expect(await view(second.number)).toMatchObject({ status: 'pending', tracking: '' })
  expect((await start(program, `ship-orders.${ending}`)).stdout).toBe('')
}

test('programs with the client list new orders and ship those that are paid', async () => {
  await walk('with-client', process.execPath, 'mjs')
})

test('programs in Python list new orders and ship those that are paid', async () => {
  const found = await run('python3', ['--version']).catch(() => undefined)
  if (found) return walk('with-python', 'python3', 'py')
  process.stdout.write('python3 is not installed, so the programs in Python were not run.\n')
})

test('the call with curl answers the newest orders', async () => {
  const { serial } = await place()
  expect((await run('sh', ['client/examples/orders.sh', url, key])).stdout).toContain(serial)
})

/** Runs the receiver until the test ends. */
async function startReceiver(folder: string, secret: string) {
  const args = [join(project.folder, 'receiver.mjs'), '0', secret, url, key]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'close')
  })
  const failure = text(child.stderr)
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    failure.then((message) => Promise.reject(new Error(message))),
  ])) as [Buffer]
  return `http://127.0.0.1:${/port: (\d+)/.exec(String(line))?.[1]}/`
}

test('the receiver of events lists new orders and ships those that are paid, once', async () => {
  const { folder, read } = await workIn('with-webhooks')
  const input = { url: 'http://127.0.0.1:9/', kinds: ['order.placed', 'order.paid'] }
  const { id, secret } = (await shop.admin.send(createWebhook, input)).answer.data
  const address = await startReceiver(folder, secret)
  await shop.admin.send(updateWebhook, { id, url: address })
  shop.startJob()
  const { number, serial } = await place()
  await pay(number)
  await expect.poll(async () => (await view(number)).tracking).toBe(serial)
  const delivered = async () => (await shop.deliveries(id, { state: 'delivered' })).data
  await expect.poll(async () => (await delivered()).length).toBe(2)
  const orders = await read('orders.csv')
  expect(orders).toEqual([expect.stringContaining(serial)])

  // The same events again are answered, and change nothing.
  const deliveries = await delivered()
  await shop.admin.send(replayWebhook, { id, eventIds: deliveries.map(({ eventId }) => eventId) })
  await expect.poll(async () => (await delivered()).length).toBe(4)
  expect((await delivered()).map(({ status }) => status)).toEqual([204, 204, 204, 204])
  expect(await read('orders.csv')).toEqual(orders)
  expect((await view(number)).shipments).toHaveLength(1)

  // Another sender knows no secret, and an old delivery does not count again.
  const body = deliveries[0]!.request!
  const right = new StandardWebhook(secret)
  const other = new StandardWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
  const statusOf = async (signature: string, at: Date) => {
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const headers = { 'webhook-id': '9000', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return (await fetch(address, { method: 'POST', headers, body })).status
  }
  const now = new Date()
  const anHourAgo = new Date(Date.now() - 3_600_000)
  expect((await fetch(address, { method: 'POST', body })).status).toBe(401)
  expect(await statusOf('v1,short', now)).toBe(401)
  expect(await statusOf(other.sign('9000', now, body), now)).toBe(401)
  expect(await statusOf(right.sign('9000', anHourAgo, body), anHourAgo)).toBe(401)
  expect(await read('orders.csv')).toEqual(orders)
})

test('the programs fit the types of the client', async () => {
  const folder = join(project.folder, 'checked')
  await cp('client/examples', folder, { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await symlink(resolve('node_modules/@types'), join(folder, 'node_modules/@types'), 'junction')
  onTestFinished(() => rm(folder, { recursive: true }))
  const options = { strict: true, noEmit: true, allowJs: true, checkJs: true, skipLibCheck: true }
  const compilerOptions = { ...options, target: 'es2022', module: 'nodenext', types: ['node'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mjs'] }))
  await run(process.execPath, [resolve('node_modules/tsc/bin/tsc')], { cwd: folder })
})
