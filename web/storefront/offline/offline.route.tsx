import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import OfflinePage from './offline-page.island.tsx'

/** The service worker opens it in place of a page that no server has answered. The fragment names that page. */
export default function Offline() {
  return (
    <>
      <PageHead title="You’re offline" noindex />
      <Island of={OfflinePage} props={{}} />
    </>
  )
}
