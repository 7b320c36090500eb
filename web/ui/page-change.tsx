import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * After a change of page in the browser: a new page gets the focus on its heading, which reads it out, unless somebody has
 * begun to type while it was on its way; the same page with another query (filter, sorting, page number) keeps the focus and
 * only has its title read out.
 */
export function PageChange() {
  const { pathname, search } = useLocation()
  const isOnItsWay = useNavigation().state !== 'idle'
  const shown = useRef({ pathname, search })
  const asked = useRef<Field>(undefined)
  const [title, setTitle] = useState('')

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    if (before.pathname !== pathname) {
      setTitle('')
      if (!hasTypedSince(asked.current))
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    } else if (before.search !== search) {
      setTitle(document.title)
    }
  }, [pathname, search])
  // After the effect above, which is told of both at once.
  useLayoutEffect(() => {
    asked.current = isOnItsWay ? fieldInUse() : undefined
  }, [isOnItsWay])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** The element that has the focus, and what is typed there. */
interface Field {
  element: Element | null
  text: string | undefined
}

function fieldInUse(): Field {
  const element = document.activeElement
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return { element, text: isField ? element.value : undefined }
}

function hasTypedSince(asked: Field | undefined): boolean {
  const { element, text } = fieldInUse()
  return asked !== undefined && text !== undefined && (element !== asked.element || text !== asked.text)
}
