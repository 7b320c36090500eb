import { useState, type MouseEvent } from 'react'
import { isReachable } from '#web/lib/browser/is-reachable.ts'
import { buttonStyle } from '../button-style.ts'

/**
 * Loads the page in full again, because its script itself may have failed. First asks whether the server answers: otherwise
 * the browser's own error page would replace this one.
 */
export function ReloadLink() {
  const [isTrying, setTrying] = useState(false)

  async function reload(event: MouseEvent) {
    event.preventDefault()
    if (isTrying) return
    setTrying(true)
    const canReload = await isReachable(location.href)
    setTrying(false)
    if (canReload) location.reload()
  }

  return (
    // An empty address is that of this page.
    <a href="" onClick={(event) => void reload(event)} className={buttonStyle('primary')}>
      {isTrying ? 'Trying…' : 'Try again'}
    </a>
  )
}
