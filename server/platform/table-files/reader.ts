import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileRequest, ReaderMessage } from './reader-messages.ts'
import { tableError } from './table.ts'

/** Enough for the shared texts of the largest workbook. The file itself is in buffers beside it. */
const MAX_HEAP_MB = 384
const TIMEOUT_MS = 30_000

/** The bytes of a file, which may be read several times. */
export type TableSource = Buffer | (() => AsyncIterable<Buffer>)

export interface ReaderOptions extends FileRequest {
  /** From one answer of the process to the next, while the shop waits for it. */
  timeoutMs?: number
  maxHeapMb?: number
  /** Ends the process. The next answer is then an error that is no AppError. */
  signal?: AbortSignal
}

/** Reads a file in a process of its own. */
export interface Reader {
  /** The next answer: headings, rows, or the end. AppError 400 for a file that is refused or that ends the process. */
  next(): Promise<Exclude<ReaderMessage, { refusal: string }>>
  /** Ends the process unless it has read the file to its end. */
  close(): void
}

const IDLE_MS = 10_000
/** A process that has read a large file holds much memory. */
const MAX_REUSED_BYTES = 4 * 1024 * 1024

/** The process joins the chunks of a frame, so frames are small. */
const FRAME_BYTES = 64 * 1024

/** A process that has read its file waits for the next: to start one takes longer than to read a small file. */
let idle: { reading: ReaderProcess; timer: NodeJS.Timeout } | undefined

/** Begins to read a file. */
export function startReader(
  source: TableSource,
  { sheet, timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB, signal }: ReaderOptions,
): Reader {
  const reading = (maxHeapMb === MAX_HEAP_MB ? takeIdle() : undefined) ?? startProcess(maxHeapMb)
  const { child } = reading
  const state = { source: undefined as unknown, isLate: false, isClosed: false, isDone: false, bytes: 0 }
  const send = async () => {
    try {
      const request: FileRequest = { sheet }
      await reading.write(Buffer.from(JSON.stringify(request)))
      for await (const part of Buffer.isBuffer(source) ? [source] : source()) {
        state.bytes += part.length
        for (let from = 0; from < part.length; from += FRAME_BYTES)
          await reading.write(part.subarray(from, from + FRAME_BYTES))
      }
      await reading.write()
    } catch (error) {
      // Half a file must not be taken for a whole one.
      state.source = error
      child.kill('SIGKILL')
    }
  }
  void send()

  const close = () => {
    if (state.isDone) return
    state.isClosed = true
    child.kill('SIGKILL')
  }
  signal?.addEventListener('abort', close, { once: true })
  if (signal?.aborted) close()
  const finish = () => {
    state.isDone = true
    signal?.removeEventListener('abort', close)
    if (state.bytes <= MAX_REUSED_BYTES && maxHeapMb === MAX_HEAP_MB) keepIdle(reading)
    else child.kill('SIGKILL')
  }

  return {
    async next() {
      const timer = setTimeout(() => {
        state.isLate = true
        child.kill('SIGKILL')
      }, timeoutMs)
      try {
        const line = await reading.lines.next()
        if (line.done) {
          signal?.removeEventListener('abort', close)
          throw explain(await reading.ended, state)
        }
        const message = JSON.parse(line.value) as ReaderMessage
        if ('end' in message || 'refusal' in message) finish()
        if ('refusal' in message) throw tableError(message.refusal)
        return message
      } finally {
        clearTimeout(timer)
      }
    },
    close,
  }
}

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  complaint: string
}

function explain(
  { code, signal, complaint }: End,
  { source, isClosed, isLate }: { source: unknown; isClosed: boolean; isLate: boolean },
): unknown {
  if (source !== undefined) return source
  if (isClosed) return new Error('The file was closed')
  if (isLate)
    return tableError('This file takes too long to read. Save it again as CSV, or in smaller parts.')
  // V8 aborts when its heap is full; the system kills a process when the machine has no memory left.
  if (['SIGABRT', 'SIGKILL', 'SIGTRAP'].includes(signal ?? '') || code === 134 || code === 5)
    return tableError(
      'This file needs more memory than a file may use. Save it again as CSV, or in smaller parts.',
    )
  return new Error(`The process that reads files ended with ${code ?? signal}: ${complaint}`)
}

function keepIdle(reading: ReaderProcess): void {
  if (idle || reading.hasEnded()) reading.child.kill('SIGKILL')
  else idle = { reading, timer: setTimeout(() => takeIdle()?.child.kill('SIGKILL'), IDLE_MS).unref() }
}

function takeIdle(): ReaderProcess | undefined {
  if (!idle) return undefined
  const { reading, timer } = idle
  clearTimeout(timer)
  idle = undefined
  return reading.hasEnded() ? undefined : reading
}

type ReaderProcess = ReturnType<typeof startProcess>

function startProcess(maxHeapMb: number) {
  const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${maxHeapMb}`, '--max-semi-space-size=8', program],
    { stdio: 'pipe', env: readerEnv() },
  )
  // The last words of a process that dies, for the log.
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-4000)))
  child.stdin.on('error', () => {})
  const closing = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const ended = closing.then(([code, signal]): End => ({ code, signal, complaint: complaint.trim() }))
  ended.catch(() => {})
  // A process that waits for a file keeps no command of the shop from ending.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr])
    (stream as Partial<NodeJS.Timeout>).unref?.()
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    ended,
    hasEnded,
    lines: linesOf(child.stdout.setEncoding('utf8')),
    /** Sends a part of a file; without one, the end of the file. */
    async write(part: Buffer = Buffer.alloc(0)): Promise<void> {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      if (hasEnded()) return
      child.stdin.write(length)
      if (part.length > 0 && !child.stdin.write(part))
        // The end of the process says why it takes no more.
        await Promise.race([once(child.stdin, 'drain'), ended]).catch(() => {})
    },
  }
}

/** Settings and secrets of the shop stay out of a process that reads a stranger's file. */
function readerEnv(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
}

async function* linesOf(stream: AsyncIterable<string>): AsyncGenerator<string, void> {
  let parts: string[] = []
  for await (const chunk of stream) {
    const [first = '', ...others] = chunk.split('\n')
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
}
