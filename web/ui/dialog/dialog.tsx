import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { isUncovered, isSaveShortcut } from './save-shortcut.ts'

interface DialogProps {
  title: string
  /** Called on Escape and on a press outside. Stop rendering the dialog to close it. */
  onClose(): void
  wide?: boolean
  /** The main action, if it saves: Ctrl+S runs it too. A dialog with another main action ignores Ctrl+S. */
  onSave?: (() => void) | undefined
  children: ReactNode
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, wide, onSave, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Close before unmounting: the browser returns the focus on `close()`, not on removal.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (!isSaveShortcut(event)) return
        event.preventDefault()
        if (!onSave || !isUncovered(event.currentTarget)) return
        // The forms behind the dialog listen too, and the dialog may close before the event reaches them.
        event.stopPropagation()
        // A held key must not answer a dialog that has just opened.
        if (!event.repeat) onSave()
      }}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
      className={`m-auto ${wide ? 'w-[min(48rem,calc(100%-2rem))]' : 'w-[min(28rem,calc(100%-2rem))]'} rounded-xs border border-line bg-card p-0 text-ink shadow-lg backdrop:bg-black/50`}
    >
      <div className="p-6 sm:p-8">
        <h2 id={id} className="font-display text-2xl">
          {title}
        </h2>
        <div className="mt-3">{children}</div>
      </div>
    </dialog>
  )
}
