import { StorageUnavailable } from '../platform/storage/storage.ts'
import { StartError } from '../start-error.ts'

/** Runs a command. A `StartError` is printed as its sentence, another error with its stack; both end with code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (error instanceof StorageUnavailable) console.error(error.reason)
    else console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}

/** Prints one line for the person who runs the command. */
export const print = (line: string): void => console.log(line)

/** A number of bytes, as in "12.3 MB". */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** The most memory that the command has used so far, as in "at most 88 MB of memory". */
export const peakMemory = (): string =>
  `at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory`
