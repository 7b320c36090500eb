import type { Database } from '#server/db/connect.ts'
import type { Job } from '../jobs/job.ts'
import { StorageUnavailable, type Storage } from '../storage/storage.ts'
import { openSizeMaker } from './storage-sizes.ts'
import type { SizeMaker } from './size-maker.ts'
import { findQueued, removeQueued } from './image-queue.writes.ts'

/**
 * Makes the sizes of new uploads, one image at a time. A file leaves the queue when its sizes are there or when they cannot be
 * made; the first request for a size makes what is missing.
 */
export const imageSizesJob = (db: Database, storage: Storage): Job => ({
  name: 'image_sizes',
  intervalMs: 5000,
  async run(signal) {
    let maker: SizeMaker | undefined
    const close = () => maker?.close()
    signal.addEventListener('abort', close)
    try {
      for (let file = await findQueued(db); file !== undefined; file = await findQueued(db)) {
        if (signal.aborted) return
        maker ??= await openSizeMaker(storage)
        try {
          await maker.make(file)
        } catch (error) {
          // A stopping shop continues with this file at its next start, and an absent storage when it is back.
          if (signal.aborted) return
          if (error instanceof StorageUnavailable) throw error
          await removeQueued(db, file)
          throw error
        }
        await removeQueued(db, file)
      }
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  },
})
