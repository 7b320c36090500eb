import { useEffect, useState } from 'react'

/** Whether everything that the page shows at first has been fetched, so that what comes later may be. */
export function usePageLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const done = () => setLoaded(true)
    if (document.readyState === 'complete') done()
    else addEventListener('load', done, { once: true })
    return () => removeEventListener('load', done)
  }, [])
  return loaded
}
