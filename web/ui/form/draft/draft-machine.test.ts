import { expect, it } from 'vitest'
import { newDraft, nextDraft, type DraftEvent, type DraftMachine } from './draft-machine.ts'

const form = (title: string) => ({ fields: { title, body: '' }, state: ['a'] })
const start = { version: 1 }
const names = { photo: 'mug.jpg' }
const earlier = { fields: { title: 'Typed' }, state: ['b'], start: { version: 0 }, files: names }
const reading = (title: string): DraftEvent => ({ type: 'read', form: form(title), start, hasRecord: false })

/** The state and the effects of the last event. */
function after(...events: DraftEvent[]) {
  let step: ReturnType<typeof nextDraft> = [newDraft, []]
  for (const event of events) step = nextDraft(step[0], event)
  const [draft, effects] = step
  return { draft, effects, types: effects.map(({ type }) => type) }
}

const opened: DraftEvent = { type: 'opened', form: form('Stored'), draft: undefined }
const restored: DraftEvent = { ...opened, draft: earlier }
const isShown = ({ isRestored, hasLostFiles }: DraftMachine) => [isRestored, hasLostFiles]

it('keeps what differs from the first values, on top of the record that the form shows', () => {
  expect(after(opened).types).toEqual([])
  expect(after(opened, { type: 'changed', field: 'title' }).types).toEqual(['readSoon'])
  expect(after(opened, reading('New')).effects).toEqual([{ type: 'keep', draft: { ...form('New'), start } }])
  expect(after(opened, reading('New'), reading('Stored')).effects).toEqual([{ type: 'drop' }])
  expect(after(opened, { ...reading('New'), hasRecord: true } as DraftEvent).types).toEqual(['drop'])
})

it('restores a draft, and keeps what no field shows yet', () => {
  const { draft, types } = after(restored)
  expect(types).toEqual(['show', 'readFiles', 'setDirty', 'readSoon'])
  expect(isShown(draft)).toEqual([true, false])
  const waiting = { type: 'filled', missing: { kind: 'y', title: 'Typed' } } as const
  expect(after(restored, waiting, { type: 'changed', field: 'title' }, reading('New')).effects).toEqual([
    {
      type: 'keep',
      draft: {
        ...form('New'),
        fields: { ...form('New').fields, kind: 'y' },
        files: names,
        start: earlier.start,
      },
    },
  ])
})

it('chooses the files that were read, and says if one is lost, unless the draft was discarded', () => {
  const lost: DraftEvent = { type: 'filesRead', names, files: {} }
  expect(after(restored, lost).types).toEqual(['chooseFiles', 'readSoon'])
  expect(isShown(after(restored, lost).draft)).toEqual([true, true])
  expect(after(restored, { type: 'discarded', choices: {} }, lost).types).toEqual([])
})

it('shows the first values again once it is discarded', () => {
  const { draft, types } = after(restored, { type: 'discarded', choices: { kind: 'x' } })
  expect(types).toEqual(['drop', 'clearFiles', 'show', 'setDirty', 'focus'])
  expect(draft).toMatchObject({ missing: { title: 'Stored', kind: 'x' }, isRestored: false })
  expect(draft.start).toBeUndefined()
})

it('compares with the saved values after saving, and with the first ones after it is removed', () => {
  expect(after(restored, { type: 'saved' }).types).toEqual(['drop', 'readSoon'])
  expect(after(restored, { type: 'saved' }, reading('New')).types).toEqual(['drop'])
  expect(after(restored, { type: 'removed' }, reading('New')).types).toEqual(['keep'])
})
