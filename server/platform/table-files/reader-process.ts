// Reads tables for the shop, one after the other. A file that needs too much memory or time ends this process and not the
// shop. reader.ts starts it. A file arrives at the standard input in parts, each after its length in 4 bytes; a length of
// 0 ends it. The first part is a `FileRequest`.
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { AppError } from '#server/http/errors.ts'
import type { FileRequest, ReaderMessage, RowMessage } from './reader-messages.ts'
import { openTable } from './table-file.ts'

const BATCH_CHARACTERS = 16 * 1024
const BATCH_ROWS = 100
/** Requests come first. */
const PRIORITY = 5

async function send(message: ReaderMessage): Promise<void> {
  // The shop reads when it has worked on the rows before, so rows never pile up in memory.
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain')
}

async function* files(): AsyncGenerator<[FileRequest, Buffer]> {
  let rest = Buffer.alloc(0)
  let parts: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (rest.length < 4 + length) break
      if (length > 0) parts.push(rest.subarray(4, 4 + length))
      rest = rest.subarray(4 + length)
      if (length > 0) continue
      const [request = Buffer.from('{}'), ...file] = parts
      parts = []
      yield [JSON.parse(request.toString()) as FileRequest, Buffer.concat(file)]
    }
  }
}

async function readFile({ sheet }: FileRequest, bytes: Buffer): Promise<void> {
  const { rows: readRows, ...table } = await openTable(bytes, sheet)
  const { headings } = table
  await send(table)
  let rows: RowMessage[] = []
  let characters = 0
  try {
    for await (const { line, cells } of readRows()) {
      const row = headings.map((heading) => (Object.hasOwn(cells, heading) ? (cells[heading] ?? null) : null))
      rows.push([line, ...row])
      for (const cell of row) characters += cell?.length ?? 0
      if (characters < BATCH_CHARACTERS && rows.length < BATCH_ROWS) continue
      await send({ rows })
      rows = []
      characters = 0
    }
  } finally {
    // Also the rows before a line that is refused.
    await send({ rows })
  }
  await send({ end: true })
}

// The shop ends this process; a Ctrl+C at its terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// A shop that was killed ends nothing.
const shop = process.ppid
setInterval(() => {
  if (process.ppid !== shop) process.exit(1)
}, 1000).unref()
process.stdout.on('error', () => process.exit(1))
setPriority(PRIORITY)
for await (const [request, bytes] of files()) {
  try {
    await readFile(request, bytes)
  } catch (error) {
    await send({ refusal: error instanceof AppError ? error.message : 'This file can’t be read' })
  }
}
