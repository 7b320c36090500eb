import { useEffect } from 'react'
import { links } from '#contract/links.ts'
import { useNavigate } from '../../lib/navigation/navigation.ts'
// The service worker stores what this page imports, so that all of it works without a connection.
import { OfflinePage } from './offline.ts'

/** The service worker opens it in place of a page that no server has answered. The fragment names that page. */
export default function Offline() {
  const navigate = useNavigate()
  useEffect(() => {
    const asked = location.hash.slice(1)
    // It may be stored, and the connection may be back.
    void navigate(asked.startsWith('/') ? asked : links.home(), { replace: true })
  }, [navigate])
  return <OfflinePage />
}
