import { useLayoutEffect, useReducer, useRef } from 'react'

type FindTarget = () => HTMLElement | null | undefined

/**
 * Moves the focus after the next render, once its target exists. Call it together with the state update that shows the
 * target. If `from` is given, the focus moves only if it was lost or is still within `from`.
 */
export function useFocus() {
  const pending = useRef<{ find: FindTarget; from: Element | null | undefined }>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const request = pending.current
    pending.current = null
    if (!request) return
    if (request.from === undefined) request.find()?.focus()
    else focusAfterWait(request.from, request.find())
  })
  return (find: FindTarget, from?: Element | null) => {
    pending.current = { find, from }
    render()
  }
}

/**
 * Moves the focus after a wait, unless the user has moved it elsewhere: only if it was lost with its element, or is still
 * at or within `from`, where the action began.
 */
export function focusAfterWait(
  from: Element | null | undefined,
  to: HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  const current = document.activeElement
  const isLost = current === null || current === document.body
  // Some browsers do not focus a clicked button. Then `from` is the body, which contains everything.
  if (isLost || (from !== document.body && from?.contains(current))) to?.focus(options)
}

/** The heading of the page. No ref reaches it from a component deep inside the page. */
export const pageHeading = () => document.querySelector<HTMLElement>('h1')

/**
 * Moves a lost focus to the heading of the page, once an action has removed the control that began it. `isShown`: that control,
 * or the dialog that it has opened, is on the page. Call the result when the action is done, whether they are gone yet or not.
 */
export function useHeadingOnceGone(isShown: boolean): () => void {
  const isDone = useRef(false)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (!isDone.current || isShown) return
    isDone.current = false
    focusAfterWait(null, pageHeading())
  })
  return () => {
    isDone.current = true
    render()
  }
}
