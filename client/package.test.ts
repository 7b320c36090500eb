import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#contract/identity/api-key.ts'
import { testApp } from '#test/harness/app/app.ts'
import { installClient, run } from '#test/harness/client/install-client.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let project: Awaited<ReturnType<typeof installClient>>
let url: string
let key: string
let serial: string
beforeAll(async () => {
  project = await installClient()
  url = await app.listen({ port: 0 })
  const { browser } = await newcomer(db, app, { role_id: 1 })
  const permissions = ['orders']
  key = (await browser.send(createApiKey, { name: 'Accounting', permissions })).answer.data.key
  const goods = await makeGoods(db)
  serial = (await order(client(app), { items: [{ productid: goods.mug, quantity: 1 }] })).answer.data.serial
})
afterAll(async () => {
  await stop()
  await project.remove()
})

const write = (name: string, program: string) => writeFile(join(project.folder, name), program)

test('npm installs the packed client alone, without scripts and sources', async () => {
  expect(
    (await readdir(join(project.folder, 'node_modules'))).filter((name) => !name.startsWith('.')),
  ).toEqual(['haat'])
  const installed = join(project.folder, 'node_modules/haat')
  const files = await readdir(installed)
  expect(files.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([])
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('scripts')
})

test('a program in JavaScript calls the shop', async () => {
  await write(
    'orders.js',
    `import { CallError, createClient } from 'haat/client'
const [url, key] = process.argv.slice(2)
const shop = createClient({ url, key })
for await (const order of shop.items('GET admin/orders', { status: 'confirmed' })) console.log(order.serial)
const refusal = await shop.call('GET admin/orders/:number', { number: 'ABCD-EFGH-JKLM' }).catch((error) => error)
console.log(refusal instanceof CallError, refusal.code)
`,
  )
  const { stdout } = await run(process.execPath, [join(project.folder, 'orders.js'), url, key])
  expect(stdout).toBe(`${serial}\ntrue not_found\n`)
})

const compiler = resolve('node_modules/tsc/bin/tsc')
const strictly = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  'false',
  '--target',
  'es2022',
  '--module',
  'nodenext',
]
const check = (name: string) => run(process.execPath, [compiler, ...strictly, name], { cwd: project.folder })

test('a program in TypeScript is checked against the types of the calls', async () => {
  const program = `import { createClient, type Calls } from 'haat/client'
const shop = createClient({ url: 'https://shop.example' })
const { data }: Calls['GET admin/orders']['answer'] = await shop.call('GET admin/orders', { limit: 10 })
const totals: number[] = data.map((order) => order.total)
for await (const { serial } of shop.items('GET admin/orders', {})) totals.push(serial.length)
`
  await write('right.ts', program)
  await check('right.ts')
  for (const [right, wrong, complaint] of [
    ['{ limit: 10 }', '{ limits: 10 }', /'limits' does not exist/],
    ['order.total', 'order.sum', /'sum' does not exist/],
    ["call('GET admin/orders'", "call('GET admin/order'", /'"GET admin\/order"' is not assignable/],
  ] as const) {
    await write('wrong.ts', program.replace(right, wrong))
    await expect(check('wrong.ts')).rejects.toMatchObject({
      stdout: expect.stringMatching(complaint) as string,
    })
  }
})
