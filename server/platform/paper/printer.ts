import { Piscina } from 'piscina'
import type { Paper } from './paper.ts'
import type { drawPaper } from './paper-worker.ts'

// Fonts and layout take 100 ms of a core: on a thread behind those that answer, which is there while papers are asked for.
const pool = new Piscina({
  filename: new URL('./paper-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  maxQueue: 50,
  idleTimeout: 30_000,
  recordTiming: false,
})

/** Whether there are so many to be printed that a further one would not be ready in time. */
export const printerIsBusy = () => pool.queueSize >= pool.options.maxQueue

/** The bytes of a paper as PDF. */
export async function printPaper(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  return (await pool.run(paper, { name: 'drawPaper' })) as Awaited<ReturnType<typeof drawPaper>>
}
