import { useEffect } from 'react'
import type { FormState } from '#web/ui/form/use-form.ts'
import { isUncovered } from '#web/ui/dialog/save-shortcut.ts'

/** Places the order with Ctrl+Enter (⌘Enter), except at a link or a button elsewhere on the page, which it opens. */
export function usePlaceShortcut({ ref }: Pick<FormState, 'ref'>): void {
  useEffect(() => {
    const place = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, repeat, defaultPrevented, target } = event
      const form = ref.current
      if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || defaultPrevented || !form) return
      const isOther = target instanceof Element && !form.contains(target) && target.closest('a, button')
      if (isOther || !isUncovered(form)) return
      event.preventDefault()
      form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value=placed]'))
    }
    window.addEventListener('keydown', place)
    return () => window.removeEventListener('keydown', place)
  }, [ref])
}
