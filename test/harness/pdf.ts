import { getDocumentProxy, extractText } from 'unpdf'

/** What stands on the pages of a PDF: the words of each, and how many pages there are. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  // The reader keeps what it is given.
  const { text, totalPages } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)))
  return { text: text.join('\n').replaceAll(/\s+/g, ' '), pages: totalPages }
}
