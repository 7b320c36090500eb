import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What `write` puts into a temporary file at the path that it gets, as a stream. The whole file is written first, so that a
 * slow reader holds nothing open but that file, which nobody else can open.
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
