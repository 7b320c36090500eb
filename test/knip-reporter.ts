import type { Reporter } from 'knip'

/** Prints how many files knip has read, because its own reporters print nothing without findings. */
const reporter: Reporter = ({ counters }) => {
  console.log(`Looked at ${counters.processed} files.`)
}

export default reporter
