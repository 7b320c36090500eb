import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of page in the browser: a new page gets the focus on its heading, which reads it out; the same page
 * with another query (filter, sorting, page number) keeps the focus and only has its title read out.
 */
export function PageChange() {
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  const [title, setTitle] = useState('')

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    if (before.pathname !== pathname) {
      setTitle('')
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    } else if (before.search !== search) {
      setTitle(document.title)
    }
  }, [pathname, search])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
