import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Cuttable } from '../app/cuttable-proxy.ts'
import type { KillableShop } from '../processes/killable-shop.ts'
import { secureCall, type SecureAnswer } from './secure-client.ts'

/** Two shop hosts behind a proxy, and the line to their database. */
export interface HostsBehindProxy {
  port: number
  shops: [KillableShop, KillableShop]
  /** Starts the shop of that place again. */
  restart(place: 0 | 1): Promise<void>
  line: Cuttable
  admin: { email: string; password: string }
}

/** Something that a proxy must do. It resolves with what was seen and throws if the proxy does not do it. */
export type ProxyCheck = readonly [name: string, run: (hosts: HostsBehindProxy) => Promise<string>]

/** What every proxy must do. The order matters: the last checks stop hosts. */
export const proxyChecks: readonly ProxyCheck[] = [
  ['page over HTTP/2 and TLS, with its cache headers', checkPage],
  ['Early Hints', checkEarlyHints],
  ['the address of the client reaches the shop', checkAddress],
  ['an upload passes', checkUpload],
  ['a stopped host is left out, and used again', checkStoppedHost],
  ['cached pages without the database', checkOutage],
]

function expectEqual(name: string, got: unknown, wanted: unknown): void {
  if (got !== wanted) throw new Error(`${name} is ${String(got)}, not ${String(wanted)}.`)
}

async function checkPage({ port }: HostsBehindProxy): Promise<string> {
  const page = await secureCall(port, '/', { headers: { 'accept-encoding': 'br' } })
  expectEqual('The status of the page', page.status, 200)
  expectEqual('Its encoding', page.headers['content-encoding'], 'br')
  expectEqual('Its cache-control', page.headers['cache-control'], 'public, max-age=0, must-revalidate')
  expectEqual('Its HSTS', page.headers['strict-transport-security'], 'max-age=31536000')
  const etag = String(page.headers['etag'])
  const known = await secureCall(port, '/', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
  expectEqual(`The status with if-none-match: ${etag}`, known.status, 304)
  const [, font = ''] = /<([^>]+)>/.exec(String(page.headers['link'])) ?? []
  const asset = await secureCall(port, font)
  expectEqual(
    'The cache-control of the font',
    asset.headers['cache-control'],
    'public, max-age=31536000, immutable',
  )
  return `200 in br, then 304; ${font} is immutable`
}

async function checkEarlyHints({ port }: HostsBehindProxy): Promise<string> {
  const navigate = () => secureCall(port, '/', { headers: { 'sec-fetch-mode': 'navigate' } })
  const first = await navigate()
  const { hints } = await navigate()
  if (hints.length === 0) return 'none: the shop sends none, and this proxy makes none'
  expectEqual('The hint', hints.join(), first.headers['link'])
  return `103 with ${hints.join()}`
}

const wrongPassword = JSON.stringify({ email: 'stranger@example.com', password: 'not the password' })

const signIn = (port: number, from: string, forged: Record<string, string> = {}, body = wrongPassword) =>
  secureCall(port, '/api/auth/login', {
    method: 'POST',
    from,
    body,
    headers: { 'content-type': 'application/json', ...forged },
  })

/** A network has five sign-ins at once. One that forges its address has no more, and another network has its own. */
async function checkAddress({ port }: HostsBehindProxy): Promise<string> {
  const [first, second] = ['127.3.0.', '127.3.1.'].map((net) => net + (1 + Math.floor(Math.random() * 250)))
  const statuses = new Set<number>()
  for (let n = 0; n < 7; n++) statuses.add((await signIn(port, first!)).status)
  expectEqual('The last sign-in of one network', [...statuses].at(-1), 429)
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
  }
  expectEqual('A sign-in with a forged address', (await signIn(port, first!, forged)).status, 429)
  const other = await signIn(port, second!)
  expectEqual('A sign-in from another network', other.status, 401)
  const hidden = await secureCall(port, '/metrics')
  expectEqual('The status of /metrics', hidden.status, 404)
  return `limited by network (429), a forged header does not help, another network passes (401)`
}

async function checkUpload({ port, admin }: HostsBehindProxy): Promise<string> {
  const signedIn = await signIn(port, '127.0.0.1', {}, JSON.stringify(admin))
  expectEqual('The status of the sign-in', signedIn.status, 200)
  const cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const noise = {
    create: {
      width: 1200,
      height: 1200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as const
  const image = await sharp(noise).png().toBuffer()
  const form = new FormData()
  form.set('productcategoryname', `Category ${Date.now()}`)
  form.set('productcategoryimage', new Blob([Uint8Array.from(image)], { type: 'image/png' }), 'image.png')
  const encoded = new Response(form)
  const created = await secureCall(port, '/api/productcategory/category', {
    method: 'POST',
    headers: {
      cookie,
      origin: `https://localhost:${port}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'idempotency-key': crypto.randomUUID(),
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
  if (created.status >= 300)
    throw new Error(`The upload is refused: ${created.status} ${created.body.toString()}`)
  return `${(image.length / 1e6).toFixed(1)} MB, ${created.status}`
}

const CALLS = 30

async function checkStoppedHost(hosts: HostsBehindProxy): Promise<string> {
  for (const place of [0, 1] as const) {
    await hosts.shops[place].stop()
    const answers: SecureAnswer[] = []
    for (let n = 0; n < CALLS; n++) answers.push(await secureCall(hosts.port, '/'))
    const failed = answers.filter(({ status }) => status !== 200)
    expectEqual(`The failed calls after host ${place + 1} stopped`, failed.length, 0)
    await hosts.restart(place)
    await untilReady(hosts.port)
  }
  return `${2 * CALLS} calls after each host was stopped in turn, none failed`
}

/** A proxy notices within this time that a host is back. */
const NOTICED_MS = 4000

async function untilReady(port: number): Promise<void> {
  await wait(NOTICED_MS)
  expectEqual('The status of the page', (await secureCall(port, '/')).status, 200)
}

async function checkOutage({ port, line }: HostsBehindProxy): Promise<string> {
  // Both hosts have the page in their cache.
  for (let n = 0; n < 10; n++) await secureCall(port, '/')
  line.cut()
  await wait(NOTICED_MS)
  try {
    for (let n = 0; n < 5; n++) {
      const page = await secureCall(port, '/')
      expectEqual('The status of a cached page', page.status, 200)
    }
  } finally {
    line.heal()
  }
  await untilReady(port)
  return 'cached pages are answered 4 s after the database was lost'
}
