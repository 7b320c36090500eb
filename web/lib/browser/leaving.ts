import { useEffect, useState } from 'react'

/** After this time a page that is still here did not leave: its visitor pressed Stop. */
const MAX_LEAVING_MS = 20_000

/** Whether a link opens another page of the shop. Links within the page, to call and to write open none. */
export const leadsAway = ({ origin, pathname, search }: HTMLAnchorElement) =>
  origin === location.origin && pathname + search !== location.pathname + location.search

/** Whether the browser is on its way to another document, because of a link or a form that no script takes. */
export function useLeaving(): boolean {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (pressedLink(event)) setLeaving(true)
    }
    const onSubmit = (event: SubmitEvent) => {
      if (!event.defaultPrevented) setLeaving(true)
    }
    const stay = () => setLeaving(false)
    // The window hears them last, when scripts have prevented what they do themselves.
    addEventListener('click', onClick)
    addEventListener('submit', onSubmit)
    // Back returns to a page as it was left.
    addEventListener('pageshow', stay)
    return () => {
      removeEventListener('click', onClick)
      removeEventListener('submit', onSubmit)
      removeEventListener('pageshow', stay)
    }
  }, [])
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setLeaving(false), MAX_LEAVING_MS)
    return () => clearTimeout(timer)
  }, [leaving])
  return leaving
}

/** The link that a click opens in this tab, if it leads to another page of the shop. */
export function pressedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link && isPlainClick(event) && opensHere(link) ? link : undefined
}

const isPlainClick = ({ defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  !defaultPrevented && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Files such as invoices leave the page where it is. */
const opensHere = (link: HTMLAnchorElement) =>
  leadsAway(link) &&
  ['', '_self'].includes(link.target) &&
  !link.hasAttribute('download') &&
  !link.pathname.startsWith('/api/')
