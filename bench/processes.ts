import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

// Reads processes from Linux's /proc. Other systems lack it, and the rows say so.

const read = (path: string) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The fields of /proc/PID/stat after the name, which may contain spaces and brackets. */
const statOf = (pid: number) =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')

/** A process and all its descendants. */
export function processTree(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) }))
  const tree = [root]
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return tree
}

/** Seconds of processor time of a process and of its descendants, by process id. */
export const processorSecondsOfTree = (root: number): Map<number, number> =>
  new Map(processTree(root).map((pid) => [pid, processorSeconds(pid)]))

/** Seconds of processor time that a process has used, in all its threads. */
export function processorSeconds(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

/** The same, with the time of its ended children. */
export function processorSecondsWithEnded(pid: number): number {
  const [user, system, endedUser, endedSystem] = statOf(pid).slice(11, 15).map(Number)
  return ((user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0)) / 100
}

/** Bytes that a process has caused to be written to a disk. Zero where the system does not say. */
export const writtenBytes = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? 0)

/** Whether a process belongs to PostgreSQL. */
export const isDatabase = (pid: number): boolean => read(`/proc/${pid}/comm`).trim() === 'postgres'

/** Resident memory of one process in bytes, its share of shared pages included. */
export const residentShare = (pid: number): number =>
  Number(/^Pss: +(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024

/**
 * Resident memory of a process tree in bytes. `pss` splits a shared page among its processes; `rss` counts it in
 * each, and so counts the database's shared buffers many times.
 */
export function residentMemory(root: number): { pss: number; rss: number; processes: number } {
  const tree = processTree(root).map((pid) => read(`/proc/${pid}/smaps_rollup`))
  const sum = (field: RegExp) =>
    tree.reduce((total, text) => total + Number(field.exec(text)?.[1] ?? 0) * 1024, 0)
  return { pss: sum(/^Pss: +(\d+)/m), rss: sum(/^Rss: +(\d+)/m), processes: tree.filter(Boolean).length }
}

/** The processors that this process may use. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(read('/proc/self/status'))?.[1] ?? ''
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

const cores = allowedCores()

/** Whether client and server can each have their own processor. */
export const canPin =
  availableParallelism() > 1 && cores.length > 1 && spawnSync('taskset', ['-V']).status === 0

/** Pins a process tree to the first processor (`client`), the second (`server`), or to all. */
export function pin(root: number, role: 'client' | 'server' | 'any'): void {
  if (!canPin) return
  const list = { client: `${cores[0]}`, server: `${cores[1]}`, any: cores.join(',') }[role]
  for (const pid of processTree(root)) spawnSync('taskset', ['-a', '-c', '-p', list, String(pid)])
}
