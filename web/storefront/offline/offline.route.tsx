import { useEffect } from 'react'
import { sameOriginPath } from '#web/lib/same-origin-path.ts'
import { useNavigate } from '#web/lib/navigation/navigation.ts'
// The service worker stores what this page imports, so that all of it works without a connection.
import { OfflinePage } from './offline.ts'

/** The service worker opens it in place of a page that no server has answered. The fragment names that page. */
export default function Offline() {
  const navigate = useNavigate()
  useEffect(() => {
    // It may be stored, and the connection may be back.
    void navigate(sameOriginPath(location.hash.slice(1)), { replace: true })
  }, [navigate])
  return <OfflinePage />
}
