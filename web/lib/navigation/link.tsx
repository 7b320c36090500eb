import { useEffect, type ComponentProps, type MouseEvent } from 'react'
import { useNavigationContext, type NavigateOptions, type PageLocation } from './navigation-context.ts'

export interface LinkProps
  extends Omit<ComponentProps<'a'>, 'href'>, Pick<NavigateOptions, 'replace' | 'preventScrollReset'> {
  /** An absolute path, a query or fragment of this page, or the address of another site. */
  to: string
  /** Loads a new document. */
  reloadDocument?: boolean
}

/** A link. Within the storefront, and within the dashboard, it opens the page by script. */
export function Link({ to, replace, preventScrollReset, reloadDocument, onClick, ...rest }: LinkProps) {
  const { location, navigate } = useNavigationContext()

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { origin, target } = event.currentTarget
    const opensHere = ['', '_self'].includes(target) && origin === window.location.origin
    if (event.defaultPrevented || reloadDocument || !opensHere || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(to, { replace: replace ?? false, preventScrollReset: preventScrollReset ?? false })
  }

  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={hrefOf(to, location)} onClick={open} />
}

const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

function hrefOf(to: string, { pathname, search }: PageLocation): string {
  if (to.startsWith('?')) return pathname + (to === '?' ? '' : to)
  return to.startsWith('#') ? pathname + search + to : to
}

/** Opens another page as soon as it is rendered. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const { navigate } = useNavigationContext()
  useEffect(() => void navigate(to, { replace }), [to, replace, navigate])
  return null
}
