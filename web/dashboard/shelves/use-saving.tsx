import { useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Saving {
  /** Saves with the version that was read; where somebody has saved meanwhile, it is asked what to do. */
  save(send: (version: number | undefined) => Promise<string>, version: number): Promise<void>
  /** The question, which the page has to show. */
  question: ReactNode
}

/** Saving a record that others may be editing too. `onDone` is told when the form is of no more use. */
export function useSaving(onDone: () => void): Saving {
  const [conflict, setConflict] = useState<{ error: ApiError; again(): Promise<string> }>()

  async function save(send: (version: number | undefined) => Promise<string>, version: number) {
    try {
      showToast('success', await send(version))
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      setConflict({ error, again: () => send(undefined) })
    }
  }

  async function overwrite(again: () => Promise<string>) {
    setConflict(undefined)
    try {
      showToast('success', await again())
      onDone()
    } catch (error) {
      showToast('error', error instanceof ApiError ? error.message : 'Something went wrong!')
    }
  }

  const question = conflict && (
    <Dialog title="Changed meanwhile" onClose={() => setConflict(undefined)}>
      <p className="text-quiet">{conflict.error.message}</p>
      <ul className="mt-3 list-disc pl-5">
        {conflict.error.issues?.map(({ path, message }) => (
          <li key={path}>
            {fieldWords[path] ?? path}: {message}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button
          kind="secondary"
          onClick={() => {
            setConflict(undefined)
            onDone()
          }}
        >
          Keep theirs
        </Button>
        <Button onClick={() => void overwrite(conflict.again)}>Save mine</Button>
      </div>
    </Dialog>
  )
  return { save, question }
}

/** What the journal's fields are called on these pages. */
const fieldWords: Record<string, string> = {
  name: 'Name',
  slug: 'Address',
  picture: 'Image',
  position: 'Place in the order',
  categoryId: 'Category',
  filterable: 'Filter',
  title: 'Text',
  subtitle: 'Second line',
  link: 'Link',
  shownFrom: 'From',
  shownUntil: 'Until',
  description: 'Description',
  rule: 'Rule',
  productIds: 'Products',
}
