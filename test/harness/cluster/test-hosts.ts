import { execFileSync } from 'node:child_process'

/** A host of a test: a network namespace with an address of its own. */
export interface TestHost {
  name: string
  /** The command that runs a program there. */
  command(program: readonly string[], user?: string): string[]
  /** Sends a signal to every process there. */
  signal(signal: NodeJS.Signals): void
  /** Pulls the network cable, or puts it in. */
  setLink(state: 'up' | 'down'): void
}

/** The addresses that a test gives to its hosts; those of the files in `deploy/`. */
export type Addresses = Readonly<Record<string, readonly string[]>>

/** The namespace in which the test itself runs: it has the switch that joins all hosts. */
export const edge = 'edge'
const bits = 24

/** The beginning of a command that runs as another user. */
export const asUser = (user: string): string[] => [
  'setpriv',
  `--reuid=${user}`,
  `--regid=${user}`,
  '--clear-groups',
]

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' })
const namespace = (run: string, host: string) => `${run}-${host}`

/**
 * Creates a namespace for each host and one for the switch. Nothing leaves them: no namespace has a route to the machine.
 * `run` begins the names, so that runs do not meet.
 */
export function createHosts(run: string, addresses: Addresses): void {
  const middle = namespace(run, edge)
  ip('netns', 'add', middle)
  ip('-n', middle, 'link', 'set', 'lo', 'up')
  ip('-n', middle, 'link', 'add', 'switch', 'type', 'bridge')
  ip('-n', middle, 'link', 'set', 'switch', 'up')
  for (const address of addresses[edge] ?? [])
    ip('-n', middle, 'addr', 'add', `${address}/${bits}`, 'dev', 'switch')
  for (const [name, own] of Object.entries(addresses)) {
    if (name === edge) continue
    const host = namespace(run, name)
    ip('netns', 'add', host)
    ip('-n', middle, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host)
    ip('-n', middle, 'link', 'set', name, 'master', 'switch', 'up')
    for (const address of own) ip('-n', host, 'addr', 'add', `${address}/${bits}`, 'dev', 'eth0')
    for (const link of ['eth0', 'lo']) ip('-n', host, 'link', 'set', link, 'up')
  }
}

/** Ends every process in the namespaces of a run, and removes them. */
export function removeHosts(run: string, addresses: Addresses): void {
  for (const name of Object.keys(addresses)) {
    const host = namespace(run, name)
    try {
      signalAll(host, 'SIGKILL')
      ip('netns', 'del', host)
    } catch {
      // It was removed or never created.
    }
  }
}

/** A host that `createHosts` has made. */
export function testHost(run: string, name: string): TestHost {
  const host = namespace(run, name)
  return {
    name,
    command: (program, user) => ['ip', 'netns', 'exec', host, ...(user ? asUser(user) : []), ...program],
    signal: (signal) => signalAll(host, signal),
    // The end at the switch: the host notices nothing but silence.
    setLink: (state) => void ip('-n', namespace(run, edge), 'link', 'set', name, state),
  }
}

function signalAll(host: string, signal: NodeJS.Signals): void {
  for (const pid of ip('netns', 'pids', host).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal)
    } catch {
      // It has just ended.
    }
  }
}
