import { useState, type ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { changedBy, findConflicts, mergeParts, type Conflict, type Part, type Stored } from './conflicts.ts'

type Files = Record<string, File>

export interface ConflictSaveOptions<Input> {
  /** The record that the form was filled from. */
  start: Stored<Input>
  parts: readonly Part<Input>[]
  /** The image that the form may send as a file; it counts as a part. */
  image?: { name: string; field: string; auditField: string }
  /** Reads the record as it is stored now. */
  reread(): Promise<Stored<Input>>
  /** Saves on top of the version in `base`. Rejects with an `ApiError`. */
  send(input: Input, base: Stored<Input>, files: Files): Promise<unknown>
  /** Adjusts the merged input before it is saved. */
  adjust?(merged: Input, choice: { start: Input; theirs: Input; taken: ReadonlySet<string> }): Input
  /** Receives the merged input and the record that it is based on, before it is saved. */
  onMerged?(merged: Input, theirs: Stored<Input>): void
}

interface ConflictSave<Input> {
  /**
   * Saves the form. After another person's change it first asks which parts to keep. Rejects if nothing was saved. `base` is the
   * record that the form was filled from: by default `start`.
   */
  save(input: Input, files?: Files, base?: Stored<Input>): Promise<void>
  /** The dialog; the page renders it. */
  question: ReactNode
}

interface Question {
  message: string
  conflicts: Conflict[]
  answer(taken?: ReadonlySet<string>): void
}

/** Saves a record that other people may edit at the same time, with a three-way merge. */
export function useConflictSave<Input extends object>(
  options: ConflictSaveOptions<Input>,
): ConflictSave<Input> {
  const { start, parts, image, reread, send, adjust = (merged) => merged, onMerged } = options
  const [question, setQuestion] = useState<Question>()

  const ask = (details: Omit<Question, 'answer'>) =>
    new Promise<ReadonlySet<string> | undefined>((resolve) =>
      setQuestion({
        ...details,
        answer(taken) {
          setQuestion(undefined)
          resolve(taken)
        },
      }),
    )

  async function save(input: Input, files: Files = {}, base = start): Promise<void> {
    try {
      await send(input, base, files)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
      const { message, issues = [] } = error
      const theirs = await reread()
      const conflicts = findConflicts(parts, { start: base, theirs, mine: input, issues })
      const imageChangedBy = image && changedBy([image.auditField], issues)
      if (image && imageChangedBy) {
        const file = files[image.field]
        const conflict = { part: image.name, changedBy: imageChangedBy, theirs: 'Another image' }
        conflicts.push(file ? { ...conflict, mine: file.name, both: true } : { ...conflict, both: false })
      }
      const taken = await ask({ message, conflicts })
      if (!taken) throw new Error('Not saved yet.')
      const merged = adjust(mergeParts(parts, { theirs, mine: input, taken }), { start: base, theirs, taken })
      onMerged?.(merged, theirs)
      const dropped = image && taken.has(image.name) ? image.field : undefined
      const otherFiles = Object.fromEntries(Object.entries(files).filter(([field]) => field !== dropped))
      await save(merged, otherFiles, theirs)
    }
  }

  return {
    save,
    question: question && (
      <ConflictDialog message={question.message} conflicts={question.conflicts} onClose={question.answer} />
    ),
  }
}
