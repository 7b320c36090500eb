import { getDocumentProxy, extractText } from 'unpdf'

/** The text and the number of pages of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  // The reader takes ownership of the buffer.
  const { text, totalPages } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)))
  return { text: text.join('\n').replaceAll(/\s+/g, ' '), pages: totalPages }
}
