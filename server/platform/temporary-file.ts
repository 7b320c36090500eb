import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Streams a temporary file after `write` has filled it; `write` gets its path. A slow reader thus keeps only that file open,
 * and other programs cannot open it.
 */
export async function streamWritten(
  write: (path: string) => Promise<void>,
): Promise<AsyncIterable<Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-list-'))
  const path = join(folder, 'rows')
  try {
    await write(path)
    const file = await open(path)
    return file.createReadStream()
  } finally {
    // An open file can be read to its end.
    await rm(folder, { recursive: true, force: true })
  }
}
