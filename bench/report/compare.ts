import type { Options } from '../options.ts'
import { startLoadClient } from '../load/load.ts'
import { wire, type BenchRequest } from '../load/request.ts'
import type { Shop } from '../shops/shop.ts'
import { canPin, pin, processorSeconds, processorSecondsOfTree } from '../processes.ts'
import { median, spread, type Spread } from './statistics.ts'

/** A server to compare with others. */
export interface Contender {
  port: number
  pid: number
  /** The shop whose database does a part of the work. */
  databaseOf?: Shop
  /** Added to those of each request. */
  headers?: Record<string, string>
}

interface Turn {
  /** Answers per second. */
  rate: number
  /** Share of the time in which the server was busy. Well below 1 the rate says more about the client or the machine. */
  busy: number
  /** Microseconds of processor time per answer, those of its database included. */
  cost: number
}

/** The results of a server in each round. */
export interface Standing {
  turns: Turn[]
  /** Medians over the rounds. */
  middle: Turn
}

/** Seconds of processor time by process id. */
function workOf({ pid, databaseOf }: Contender): Map<number, number> {
  const work = databaseOf ? processorSecondsOfTree(databaseOf.pid) : new Map<number, number>()
  if (databaseOf) work.delete(databaseOf.pid)
  return work.set(pid, processorSeconds(pid))
}

async function takeTurn(
  client: ReturnType<typeof startLoadClient>,
  server: Contender,
  requests: readonly BenchRequest[],
  status: number,
  options: Options,
): Promise<Turn> {
  const before = workOf(server)
  const { answers, seconds } = await client.order({
    port: server.port,
    requests: requests.map((request) =>
      wire({ ...request, headers: { ...request.headers, ...server.headers } }, server.port),
    ),
    connections: options.connections,
    seconds: options.turn,
    status,
  })
  const after = workOf(server)
  const atWork = [...after].reduce((sum, [pid, spent]) => sum + spent - (before.get(pid) ?? 0), 0)
  return { rate: answers / seconds, busy: atWork / seconds, cost: (atWork / answers) * 1e6 }
}

/**
 * Loads the servers in turn with the same requests, forwards and backwards, so that a slow moment of the machine
 * affects all of them.
 */
export async function compare<Servers extends readonly Contender[]>(
  servers: Servers,
  request: BenchRequest | readonly BenchRequest[] | (() => readonly BenchRequest[]),
  status: number,
  options: Options,
): Promise<{ [Index in keyof Servers]: Standing }> {
  const client = startLoadClient()
  // A function makes other requests for each turn.
  const requests = typeof request === 'function' ? request : () => [request].flat()
  pin(client.pid, 'client')
  for (const { pid } of servers) pin(pid, 'server')
  const taken = servers.map((server) => ({ server, turns: [] as Turn[] }))
  try {
    for (const { server } of taken) await takeTurn(client, server, requests(), status, options)
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { server, turns } of round % 2 === 0 ? taken : taken.toReversed())
        turns.push(await takeTurn(client, server, requests(), status, options))
    }
  } finally {
    client.stop()
    for (const { pid } of servers) pin(pid, 'any')
  }
  const standings = taken.map(({ turns }) => ({ turns, middle: middleOf(turns) }))
  return standings as { [Index in keyof Servers]: Standing }
}

const middleOf = (turns: readonly Turn[]): Turn => ({
  rate: median(turns.map(({ rate }) => rate)),
  busy: median(turns.map(({ busy }) => busy)),
  cost: median(turns.map(({ cost }) => cost)),
})

/**
 * The rate that one server can reach by that of the other, computed per round from the processor time per answer. Measured
 * rates would say less: they depend on the client as soon as it is busier than the server, and on other work of the machine.
 */
export const ratioOf = (one: Standing, other: Standing): Spread =>
  spread(other.turns.map(({ cost }, round) => cost / (one.turns[round]?.cost ?? Number.NaN)))

/** Printed beside every comparison. */
export const howCompared = canPin
  ? 'client and server each on a processor of their own'
  : 'client and server share processors'
