import { useEffect, useState } from 'react'

/** Whether the page has loaded, so that what shows later does not compete with its first view. */
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
