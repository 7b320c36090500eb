import { withQueries } from '#web/storefront/with-queries.tsx'
import { SearchBox } from './search-box.tsx'

/** The search box of the top bar. */
export default withQueries(SearchBox)
