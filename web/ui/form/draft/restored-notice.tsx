import type { ShownDraft } from './drafts.ts'

/** Says that a form shows what somebody typed earlier, and offers to discard it. */
export function RestoredNotice({ draft: { isRestored, hasLostFiles, discard } }: { draft: ShownDraft }) {
  if (!isRestored) return null
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xs bg-ground px-4 py-2 text-sm"
    >
      {hasLostFiles
        ? 'Restored what you had typed. Choose your files again.'
        : 'Restored what you had typed.'}
      <button
        type="button"
        onClick={discard}
        className="min-h-8 cursor-pointer font-medium underline underline-offset-4"
      >
        Discard
      </button>
    </p>
  )
}
