import { copyText } from '#web/lib/browser/copy-text.ts'

/** Copies a text of an order, such as its address. `noun` says which. */
export function CopyButton({ text, noun }: { text: string; noun: string }) {
  return (
    <button
      type="button"
      onClick={() => void copyText(text, noun)}
      className="min-h-8 cursor-pointer px-1 text-sm text-quiet underline underline-offset-4 hover:text-ink hover:decoration-2"
    >
      Copy<span className="sr-only"> {noun}</span>
    </button>
  )
}
