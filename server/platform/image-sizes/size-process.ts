// Makes the sizes of one image after the other for the shop. size-maker.ts starts it with the folder of the images, sends
// the names of files, and ends it.
import { makeSizes } from '../images.ts'
import { folderStorage } from '../storage/folder-storage.ts'

/** The answer for a file: why its sizes could not be made, or nothing. */
export interface SizesAnswer {
  error?: string
}

const storage = folderStorage(process.argv[2] ?? '')
const answer = (message: SizesAnswer) => void process.send?.(message)

// The shop ends this process; a Ctrl+C at its terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// A shop that was killed ends nothing.
process.on('disconnect', () => process.exit(0))
process.on('message', (file: string) => {
  makeSizes(storage, file).then(
    () => answer({}),
    (error: unknown) => answer({ error: String(error) }),
  )
})
