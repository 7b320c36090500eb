import { mkdtemp, rm } from 'node:fs/promises'
import { request as send, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { authSecret, KilledAtWork, type PaymentJobs } from '../data/paid-order.ts'
import { startKillable, type KillableShop } from './killable-shop.ts'
import type { PaymentAccounts } from './payment-accounts.ts'
import { providerProxy, type ProviderProxy } from './provider-proxy.ts'

/**
 * Where a process is killed: at which call of a provider, before the provider hears of it or after it has answered. Or while it works
 * on a call that was sent to it.
 */
export interface KillPoint {
  call: number
  when: 'before' | 'after' | 'working'
}

/** Two processes of one shop. Their calls take turns. */
export interface MatrixProcesses {
  /** Only `inject`, which sends over the network. A call whose process is killed is sent to the other one, as callers do. */
  app: FastifyInstance
  jobs: PaymentJobs & { expire(): Promise<void> }
  /** Counts the calls of providers from now on, and kills the process that makes the one of the point. */
  watch(point?: KillPoint): void
  /** The calls of providers and the calls that were sent to the shop since then, and whether a process was killed. */
  seen(): { calls: number; sent: number; killed: boolean }
  stop(): Promise<void>
}

interface Member {
  shop: KillableShop
  accounts: PaymentAccounts
  proxy: ProviderProxy
}

/** How long a process waits for a provider that never answers. */
const TIMEOUT_MS = 2500

/** Starts two processes of the shop of a database, each with a proxy of its own before one provider. */
export async function startMatrixProcesses(
  databaseUrl: string,
  accounts: PaymentAccounts,
  provider: keyof PaymentAccounts,
): Promise<MatrixProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-matrix-'))
  let point: KillPoint | undefined
  let calls = 0
  let sent = 0
  let killed = false
  let turn = 0

  const start = (its: PaymentAccounts) => {
    const env = {
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: authSecret,
      RATE_LIMITS: 'off',
      // A start after a kill compiles nothing again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'haat-matrix-cache'),
    }
    const program = 'test/harness/processes/matrix-shop.ts'
    return startKillable(folder, { ...env, PAYMENT_ACCOUNTS: JSON.stringify(its) }, program)
  }

  async function killMember(member: Member) {
    killed = true
    await member.shop.kill('node')
    member.shop = start(member.accounts)
  }

  async function begin(): Promise<Member> {
    let own = 0
    const killHere = async (when: KillPoint['when']) => {
      if (when !== point?.when || own !== point.call || killed) return false
      await killMember(member)
      return true
    }
    const proxy = await providerProxy(accounts[provider].server ?? '', {
      before() {
        own = ++calls
        return killHere('before')
      },
      after: () => killHere('after'),
    })
    const its = Object.fromEntries(
      Object.entries(accounts).map(([id, account]) => [
        id,
        { ...account, timeoutMs: TIMEOUT_MS, ...(id === provider && { server: proxy.url }) },
      ]),
    ) as unknown as PaymentAccounts
    const member: Member = { shop: start(its), accounts: its, proxy }
    await member.shop.opened
    return member
  }
  const members = await Promise.all([begin(), begin()])

  /** Sends to the process whose turn it is; undefined if it is killed before it answers. */
  async function sendOnce(urlOf: (shop: KillableShop) => string, options: InjectOptions) {
    const next = [...members.slice(turn % members.length), ...members].slice(0, members.length)
    turn += 1
    // While one starts again, the other works.
    const member = next.find(({ shop: one }) => one.printed().includes('open at')) ?? next[0]!
    const { shop } = member
    await shop.opened
    sent += 1
    const isVictim = point?.when === 'working' && sent === point.call && !killed
    try {
      const answer = overHttp(urlOf(shop), options)
      if (isVictim) await Promise.all([answer.catch(() => undefined), killMember(member)])
      return await answer
    } catch (error) {
      if (member.shop === shop && shop.printed() !== '' && !killed) throw error
      return undefined
    }
  }
  const addressOf = (name: string) => (shop: KillableShop) =>
    new RegExp(`${name} at (\\S+)`).exec(shop.printed())?.[1] ?? ''

  async function inject(options: InjectOptions) {
    for (;;) {
      const answer = await sendOnce(addressOf('open'), options)
      if (answer) return answer
      await wait(20)
    }
  }
  const job = (url: string) => async () => {
    const answer = await sendOnce(addressOf('jobs'), { method: 'POST', url })
    if (!answer) throw new KilledAtWork(url)
    if (answer.statusCode !== 204) throw new Error(`The job ${url} has failed`)
  }

  return {
    app: { inject } as unknown as FastifyInstance,
    jobs: { poll: job('/poll'), refund: job('/refund'), expire: job('/expire') },
    watch(next) {
      point = next
      calls = 0
      sent = 0
      killed = false
    },
    seen: () => ({ calls, sent, killed }),
    async stop() {
      await Promise.all(members.map(({ shop }) => shop.kill('node')))
      await Promise.all(members.map(({ proxy }) => proxy.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Sends what `inject` takes over the network, and returns what it returns. */
async function overHttp(address: string, { method, url, headers, payload, query }: InjectOptions) {
  const to = new URL(typeof url === 'string' ? url : '/', address)
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, string>))
    to.searchParams.set(key, value)
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  const body = payload === undefined ? undefined : isText ? payload : JSON.stringify(payload)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(to, {
      method: method ?? 'GET',
      agent: false,
      headers: {
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    request.on('response', resolve).on('error', reject)
    request.end(body)
  })
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const rawPayload = Buffer.concat(parts)
  return {
    statusCode: response.statusCode ?? 500,
    headers: response.headers,
    rawPayload,
    payload: rawPayload.toString('utf8'),
    json: () => JSON.parse(rawPayload.toString('utf8')) as unknown,
    cookies: (response.headers['set-cookie'] ?? []).map((line) => {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      const age = attributes.find((attribute) => /^\s*max-age=/i.test(attribute))
      return { name, value: value.join('='), ...(age !== undefined && { maxAge: Number(age.split('=')[1]) }) }
    }),
  }
}
