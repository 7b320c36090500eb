import { useEffect, useRef, type RefObject } from 'react'
import { singleKeyOf } from './shortcuts.ts'

const arrows: Record<string, number> = { arrowdown: 1, arrowup: -1 }
const letters: Record<string, number> = { j: 1, k: -1 }

/**
 * J and K move the focus to the link of the next and the previous row, and so do the arrows from within a row. Enter opens the
 * link. Returns the ref of the element with the rows.
 */
export function useRowKeys<T extends HTMLElement>(): RefObject<T | null> {
  const body = useRef<T>(null)
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const key = singleKeyOf(event)
      if (key === undefined || !body.current) return
      const rows = [...body.current.children].flatMap(
        (row) => row.querySelector<HTMLElement>('a[href]') ?? [],
      )
      const current = rows.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
      const step = letters[key] ?? (current < 0 ? undefined : arrows[key])
      // Without a current row both letters go to the first one.
      const next = step === undefined ? undefined : rows[current < 0 ? 0 : current + step]
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
  return body
}
