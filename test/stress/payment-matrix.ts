// Every row of the payment matrix at five providers (Stripe, Razorpay, PayPal, Mollie, plain UPI) in three topologies: one process, two
// processes, and two of which one is killed in between. Prints every cell. A cell that cannot happen says why.

import { connect } from '#server/db/connect.ts'
import { createDatabase, runOn, startTestServer } from '#test/harness/app/database-server.ts'
import { paymentRows } from '#test/harness/payments/payment-rows.ts'
import { startPaymentServers } from '#test/harness/processes/payment-accounts.ts'
import {
  openTopology,
  topologies,
  type Cell,
  type Topology,
} from '#test/harness/payments/matrix-topologies.ts'

/** Runs every `step`th row. Throws at the end if a cell has failed. */
export async function run(step = 1): Promise<void> {
  const rows = paymentRows.filter((_, index) => index % step === 0)
  const { serverUrl, template, stop } = await startTestServer()
  const { servers, accounts } = await startPaymentServers()
  const columns = [...servers.map(({ provider: { id } }) => id), 'upi']
  const cells = new Map<string, Record<string, Record<string, Cell>>>(rows.map(({ name }) => [name, {}]))
  try {
    for (const provider of columns) {
      const server = servers.find((one) => one.provider.id === provider)
      for (const topology of topologies) {
        const url = await createDatabase(serverUrl, template, `template ${template}`)
        const db = connect(url, { max: 4 })
        const opened = await openTopology({ topology, db, url, server, accounts })
        for (const [index, row] of rows.entries()) {
          const cell = await opened.runCell(row, index, callsBefore(cells, row.name, provider))
          ;(cells.get(row.name)![provider] ??= {})[topology] = cell
          if (cell.result === 'failed')
            console.log(`FAILED ${row.name} at ${provider}, ${topology}: ${cell.note}`)
        }
        await opened.stop()
        await db.destroy()
        await runOn(serverUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
        console.log(`${provider}, ${topology}: ${countsOf(cells, provider, topology)}`)
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await stop()
  }
  print(cells, columns)
  const unknown = servers.flatMap((server) => server.unknown)
  const failed = [...cells].flatMap(([name, its]) =>
    Object.entries(its).flatMap(([provider, of]) =>
      Object.entries(of)
        .filter(([, { result }]) => result === 'failed')
        .map(([topology, { note }]) => `${name} at ${provider}, ${topology}: ${note}`),
    ),
  )
  if (failed.length + unknown.length > 0) throw new Error([...failed, ...unknown].join('\n'))
}

type Cells = ReadonlyMap<string, Record<string, Record<string, Cell>>>

/** How many calls the row has made where nothing was killed, so that one of them is the point of the kill. */
const callsBefore = (cells: Cells, name: string, provider: string): number =>
  cells.get(name)?.[provider]?.['two processes']?.calls ?? 0

function countsOf(cells: Cells, provider: string, topology: Topology): string {
  const results = [...cells.values()].flatMap((its) => its[provider]?.[topology]?.result ?? [])
  const count = (wanted: Cell['result']) => results.filter((result) => result === wanted).length
  return `${count('ok')} ok, ${count('failed')} failed, ${count('cannot')} cannot happen`
}

function print(cells: Cells, columns: readonly string[]): void {
  for (const [name, its] of cells) {
    console.log(`\n${name}`)
    for (const provider of columns) {
      const parts = topologies.map((topology) => {
        const { result, note } = its[provider]?.[topology] ?? { result: 'failed', note: 'did not run' }
        return result === 'cannot' ? 'cannot' : `${topology} ${result}${note ? ` (${note})` : ''}`
      })
      const isImpossible = parts.every((part) => part === 'cannot')
      const why = isImpossible ? `cannot happen: ${its[provider]?.['one process']?.note}` : parts.join(' · ')
      console.log(`  ${provider.padEnd(9)} ${why}`)
    }
  }
  for (const topology of topologies)
    console.log(
      `\n${topology}: ${columns.map((provider) => `${provider} ${countsOf(cells, provider, topology)}`).join('; ')}`,
    )
}
