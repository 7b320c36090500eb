import type { Options } from '../options.ts'
import { startLoadClient } from '../load/load.ts'
import type { BenchRequest } from '../load/request.ts'
import { wire } from '../load/request.ts'
import { canPin, pin, processorSeconds } from '../processes.ts'
import { median, spread, type Spread } from './statistics.ts'

/** A server to compare with others. */
export interface Contender {
  port: number
  pid: number
}

interface Turn {
  /** Answers per second. */
  rate: number
  /**
   * Share of the time in which the server was busy. Well below 1 the client was the limit, and ratios are too good.
   */
  busy: number
  /** Microseconds of processor time per answer. */
  cost: number
}

/** The results of a server in each round. */
export interface Standing {
  turns: Turn[]
  /** Medians over the rounds. */
  middle: Turn
}

async function takeTurn(
  client: ReturnType<typeof startLoadClient>,
  server: Contender,
  requests: readonly BenchRequest[],
  status: number,
  options: Options,
): Promise<Turn> {
  const before = processorSeconds(server.pid)
  const { answers, seconds } = await client.order({
    port: server.port,
    requests: requests.map((request) => wire(request, server.port)),
    connections: options.connections,
    seconds: options.turn,
    status,
  })
  const atWork = processorSeconds(server.pid) - before
  return { rate: answers / seconds, busy: atWork / seconds, cost: (atWork / answers) * 1e6 }
}

/**
 * Loads the servers in turn with the same requests, forwards and backwards, so that a slow moment of the machine
 * affects all of them.
 */
export async function compare<Servers extends readonly Contender[]>(
  servers: Servers,
  request: BenchRequest | readonly BenchRequest[],
  status: number,
  options: Options,
): Promise<{ [Index in keyof Servers]: Standing }> {
  const client = startLoadClient()
  const requests = [request].flat()
  pin(client.pid, 'client')
  for (const { pid } of servers) pin(pid, 'server')
  const taken = servers.map((server) => ({ server, turns: [] as Turn[] }))
  try {
    for (const { server } of taken) await takeTurn(client, server, requests, status, options)
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { server, turns } of round % 2 === 0 ? taken : taken.toReversed())
        turns.push(await takeTurn(client, server, requests, status, options))
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

/** The ratio of two servers' rates, computed per round. */
export const ratioOf = (one: Standing, other: Standing): Spread =>
  spread(one.turns.map(({ rate }, round) => rate / (other.turns[round]?.rate ?? Number.NaN)))

/** Printed beside every comparison. */
export const howCompared = canPin
  ? 'client and server each on a processor of their own'
  : 'client and server share processors'
