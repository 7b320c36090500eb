import { useState, type ReactNode } from 'react'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { ChangedMeanwhile } from '../history/changed-meanwhile.tsx'

type Send = (version: number) => Promise<string>

interface Saving {
  /** Saves with the version that was read; where somebody has saved meanwhile, it is asked what to do. */
  save(id: number, version: number, send: Send): Promise<void>
  /** The question, which the page has to show. */
  question: ReactNode
}

/** Saving a record of a kind that others may be editing too. `onDone` is told when the form is of no more use. */
export function useSaving(subject: string, onDone: () => void): Saving {
  const [conflict, setConflict] = useState<{ id: number; version: number; send: Send; error: ApiError }>()

  async function save(id: number, version: number, send: Send) {
    try {
      showToast('success', await send(version))
      setConflict(undefined)
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      setConflict({ id, version, send, error })
    }
  }

  async function overwrite(version: number, { id, send }: { id: number; send: Send }) {
    setConflict(undefined)
    try {
      await save(id, version, send)
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'Something went wrong. Please try again.')
    }
  }

  const question = conflict && (
    <ChangedMeanwhile
      subject={subject}
      {...conflict}
      onTheirs={() => {
        setConflict(undefined)
        onDone()
      }}
      onMine={(version) => void overwrite(version, conflict)}
      onClose={() => setConflict(undefined)}
    />
  )
  return { save, question }
}
