import { setImmediate } from 'node:timers/promises'
import type { RowMessage } from './reader-messages.ts'
import { startReader, type ReaderOptions, type TableSource } from './reader.ts'
import type { TableFile } from './table-file.ts'
import type { TableRow } from './table.ts'

/** A table that a process of its own reads. The caller closes it, which ends that process. */
export interface TableApart extends TableFile {
  close(): void
}

/**
 * Recognises a table like `openTable`, in a process of its own with a limit of memory and time. Rows arrive as they are
 * asked for. Throws AppError 400 with a sentence, also if the process dies.
 */
export async function openTableApart(source: TableSource, options: ReaderOptions = {}): Promise<TableApart> {
  const start = async () => {
    const reader = startReader(source, options)
    const first = await reader.next()
    if (!('headings' in first)) throw new Error('The first answer has the headings')
    return { reader, ...first }
  }
  const { reader: firstReader, ...table } = await start()
  const { headings } = table
  const open = new Set([firstReader])
  let isUnread = true
  return {
    ...table,
    async *rows() {
      const reader = isUnread ? firstReader : (await start()).reader
      isUnread = false
      open.add(reader)
      try {
        for (;;) {
          const message = await reader.next()
          if (!('rows' in message)) return
          for (const row of message.rows) yield toRow(row, headings)
          // Requests come first: many rows may have arrived together.
          await setImmediate()
        }
      } finally {
        open.delete(reader)
        reader.close()
      }
    },
    close() {
      for (const reader of open) reader.close()
    },
  }
}

function toRow([line, ...cells]: RowMessage, headings: readonly string[]): TableRow {
  const pairs = headings.flatMap((heading, i) => {
    const cell = cells[i]
    return typeof cell === 'string' ? [[heading, cell] as const] : []
  })
  return { line, cells: Object.fromEntries(pairs) }
}
