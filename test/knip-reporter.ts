import type { Reporter } from 'knip'

/** Tells how many files knip has seen, since its own reporters say nothing where they find nothing. */
const reporter: Reporter = ({ counters }) => {
  console.log(`Looked at ${counters.processed} files.`)
}

export default reporter
