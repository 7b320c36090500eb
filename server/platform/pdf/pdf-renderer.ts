import { Piscina } from 'piscina'
import type { PdfDocument } from './pdf-document.ts'
import type { drawDocuments } from './pdf-worker.ts'

// Fonts and layout take 100 ms of a core, so a worker thread with a lower priority does it. It ends when idle.
const pool = new Piscina({
  filename: new URL('./pdf-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  maxQueue: 50,
  idleTimeout: 30_000,
  recordTiming: false,
})

/** Whether the queue is full, so that a further document would not be ready in time. */
export const isPdfQueueFull = () => pool.queueSize >= pool.options.maxQueue

/** Renders a document as the bytes of a PDF. */
export const renderPdf = (document: PdfDocument) => renderPdfs([document])

/** Renders documents as one PDF, each from a new page on. */
export async function renderPdfs(documents: readonly PdfDocument[]): Promise<Uint8Array<ArrayBuffer>> {
  return (await pool.run(documents, { name: 'drawDocuments' })) as Awaited<ReturnType<typeof drawDocuments>>
}
