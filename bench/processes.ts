import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

// What Linux tells of processes under /proc. Elsewhere there is nothing to read, and the rows say so.

const read = (path: string) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The fields of /proc/PID/stat behind the name, which may itself contain spaces and brackets. */
const statOf = (pid: number) =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')

/** A process and everything it has started, directly or not. */
function processTree(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) }))
  const tree = [root]
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return tree
}

/** Seconds of processor time that a process has used so far, all its threads together. */
export function processorSeconds(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

/**
 * Resident memory of a process tree in bytes. `pss` counts a page shared by several processes once, split among them;
 * `rss` counts it in each, and so counts the database's shared buffers many times over.
 */
export function residentMemory(root: number): { pss: number; rss: number; processes: number } {
  const tree = processTree(root).map((pid) => read(`/proc/${pid}/smaps_rollup`))
  const sum = (field: RegExp) =>
    tree.reduce((total, text) => total + Number(field.exec(text)?.[1] ?? 0) * 1024, 0)
  return { pss: sum(/^Pss: +(\d+)/m), rss: sum(/^Rss: +(\d+)/m), processes: tree.filter(Boolean).length }
}

/** The processors that this process may run on. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(read('/proc/self/status'))?.[1] ?? ''
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

const cores = allowedCores()

/** Whether client and servers can each be given a processor of their own. */
export const canPin =
  availableParallelism() > 1 && cores.length > 1 && spawnSync('taskset', ['-V']).status === 0

/** Gives a process tree the first processor (`client`), the second (`server`), or all again. */
export function pin(root: number, role: 'client' | 'server' | 'any'): void {
  if (!canPin) return
  const list = { client: `${cores[0]}`, server: `${cores[1]}`, any: cores.join(',') }[role]
  for (const pid of processTree(root)) spawnSync('taskset', ['-a', '-c', '-p', list, String(pid)])
}
