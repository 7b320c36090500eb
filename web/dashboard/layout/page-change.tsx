import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { pageHeading } from '#web/lib/browser/focus.ts'

/**
 * Announces client-side navigation. A new page gets the focus on its heading, unless the user has started to type while it
 * loaded. A new query of the same page (filter, sorting, page number) only has its title announced.
 */
export function PageChange() {
  const { pathname, search } = useLocation()
  const isLoading = useNavigation().state !== 'idle'
  const lastLocation = useRef({ pathname, search })
  const fieldAtStart = useRef<Field>(undefined)
  const [title, setTitle] = useState('')

  useLayoutEffect(() => {
    const before = lastLocation.current
    lastLocation.current = { pathname, search }
    if (before.pathname !== pathname) {
      setTitle('')
      if (!hasTypedSince(fieldAtStart.current)) pageHeading()?.focus({ preventScroll: true })
    } else if (before.search !== search) {
      setTitle(document.title)
    }
  }, [pathname, search])
  // After the effect above, because both dependencies change in the same render.
  useLayoutEffect(() => {
    fieldAtStart.current = isLoading ? focusedField() : undefined
  }, [isLoading])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** The focused element and its text. */
interface Field {
  element: Element | null
  text: string | undefined
}

function focusedField(): Field {
  const element = document.activeElement
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return { element, text: isField ? element.value : undefined }
}

function hasTypedSince(start: Field | undefined): boolean {
  const { element, text } = focusedField()
  return start !== undefined && text !== undefined && (element !== start.element || text !== start.text)
}
