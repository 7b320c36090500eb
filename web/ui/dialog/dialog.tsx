import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

interface DialogProps {
  title: string
  /** Called on Escape and on a press outside. Stop rendering the dialog to close it. */
  onClose(): void
  wide?: boolean
  children: ReactNode
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, wide, children }: DialogProps) {
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
