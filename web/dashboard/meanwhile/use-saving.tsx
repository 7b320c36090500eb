import { useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { findClashes, merge, whoOf, type Clash, type Part, type Stored } from './clashes.ts'
import { MeanwhileDialog } from './meanwhile-dialog.tsx'

export interface SavingOptions<Input> {
  /** What the form was filled from. */
  start: Stored<Input>
  parts: readonly Part<Input>[]
  /** The file that the form may send, by its field, as a part: theirs stays unless another one was chosen here. */
  picture?: { name: string; field: string; journal: string }
  /** The record as it is stored now. */
  reread(): Promise<Stored<Input>>
  /** Saves, with the version that has been looked at. Rejects with an `ApiError`. */
  send(input: Input, version: number, files: Record<string, File>): Promise<unknown>
}

interface Saving<Input> {
  /**
   * Saves what stands in the form. Where somebody has saved meanwhile it is asked, part by part, what shall count. Rejects
   * where it was not saved, in words.
   */
  save(input: Input, files?: Record<string, File>): Promise<void>
  /** The question, which the page has to show. */
  question: ReactNode
}

interface Asked {
  message: string
  clashes: Clash[]
  answer(taken?: ReadonlySet<string>): void
}

/** Saving a record that others may be editing too. */
export function useSaving<Input extends object>(options: SavingOptions<Input>): Saving<Input> {
  const { start, parts, picture, reread, send } = options
  const [asked, setAsked] = useState<Asked>()

  const ask = (question: Omit<Asked, 'answer'>) =>
    new Promise<ReadonlySet<string> | undefined>((resolve) =>
      setAsked({
        ...question,
        answer(taken) {
          setAsked(undefined)
          resolve(taken)
        },
      }),
    )

  async function save(input: Input, files: Record<string, File> = {}, base = start): Promise<void> {
    try {
      await send(input, base.version, files)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      const { message, issues = [] } = error
      const theirs = await reread()
      const clashes = findClashes(parts, { start: base, theirs, mine: input, issues })
      const who = picture && whoOf({ fields: [], journal: picture.journal }, issues)
      if (picture && who) {
        const file = files[picture.field]
        const clash = { part: picture.name, who, theirs: 'Another picture' }
        clashes.push(file ? { ...clash, mine: file.name, both: true } : { ...clash, both: false })
      }
      const taken = await ask({ message, clashes })
      if (!taken) throw new Error('Nothing is saved yet.')
      const left = picture && taken.has(picture.name) ? picture.field : undefined
      const kept = Object.fromEntries(Object.entries(files).filter(([field]) => field !== left))
      await save(merge(parts, { theirs, mine: input, taken }), kept, theirs)
    }
  }

  const question = asked && (
    <MeanwhileDialog message={asked.message} clashes={asked.clashes} onClose={asked.answer} />
  )
  return { save, question }
}
