import { expect, it } from 'vitest'
import { z } from 'zod'
import { findConflicts, mergeParts } from '../edit-conflict/conflicts.ts'
import { describeForm, notEdited } from './describe-form.ts'
import {
  area,
  checkbox,
  chosen,
  custom,
  decimal,
  fixed,
  idsOf,
  image,
  moment,
  number,
  omitEmpty,
  onlyIf,
  select,
  text,
} from './fields.tsx'

const input = z.strictObject({
  number: z.string(),
  title: z.string(),
  words: z.array(z.string()),
  days: z.number(),
  limit: z.number().nullable(),
  minimum: z.number(),
  kind: z.enum(['small', 'large']).nullable(),
  isActive: z.boolean(),
  startsAt: z.string(),
  ids: z.array(z.number()),
  note: z.string().optional(),
  version: z.number().optional(),
})

const form = describeForm(input, {
  number: fixed('A-1'),
  title: text('Title', { auditName: 'name' }),
  words: area<string[]>('Words', {
    toText: (words) => words.join('\n'),
    fromText: (typed) => typed.split('\n'),
  }),
  days: number('Days'),
  limit: decimal('Limit', { empty: null }),
  minimum: decimal('Minimum', { empty: 0 }),
  kind: select('Kind', [
    [null, 'None'],
    ['small', 'Small'],
    ['large', 'Large'],
  ]),
  isActive: checkbox('Active'),
  startsAt: moment('Starts', 'Asia/Kolkata'),
  ids: custom<number[], string[]>({
    label: 'Products',
    start: (ids = []) => ids.map(String),
    read: ({ state }) => state.map(Number),
    control: () => null,
  }),
  note: notEdited,
  photo: image('Photo', { auditName: 'image', current: null }),
})

const stored = {
  number: 'A-1',
  title: 'Mug',
  words: ['cup'],
  days: 3,
  limit: null,
  minimum: 0,
  kind: null,
  isActive: false,
  startsAt: '2026-01-31T13:00:00.000Z',
  ids: [7],
  version: 4,
}

it('reads the texts of the fields and the states of the controls as the input of the call', () => {
  const texts = {
    title: 'Beaker',
    words: 'cup\nmug',
    days: '1,000',
    limit: '',
    minimum: ' ',
    kind: 'large',
    isActive: 'on',
    startsAt: '2026-01-31T18:30',
    other: 'x',
  }
  expect(form.read(texts, { ids: ['7', '8'] })).toEqual({
    number: 'A-1',
    title: 'Beaker',
    words: ['cup', 'mug'],
    days: 1000,
    limit: null,
    minimum: 0,
    kind: 'large',
    isActive: true,
    startsAt: '2026-01-31T13:00:00.000Z',
    ids: [7, 8],
  })
  expect(form.start(stored)).toEqual({ ids: ['7'] })
  expect(form.read({ days: '', kind: '*' }, { ids: [] })).toMatchObject({
    days: NaN,
    kind: null,
    isActive: false,
  })
})

it('compares and shows the fields in an edit conflict under their labels', () => {
  const theirs = { ...stored, title: 'Cup', kind: 'small' as const, startsAt: '', limit: 5 }
  const issues = [{ path: 'name', message: 'Changed by Asha' }]
  const conflicts = findConflicts(form.parts, { start: stored, theirs, mine: stored, issues })
  expect(conflicts.map(({ part, changedBy, theirs: shown }) => [part, changedBy, shown])).toEqual([
    ['Title', 'Changed by Asha', 'Cup'],
    ['Limit', '', '5'],
    ['Kind', '', 'Small'],
    ['Starts', '', ''],
  ])
  expect(mergeParts(form.parts, { theirs, mine: stored, taken: new Set(['Kind']) })).toEqual({
    ...stored,
    kind: 'small',
  })
  expect(form.image).toEqual({ name: 'Photo', field: 'photo', auditField: 'image' })
})

it('is a type error with a field missing, unknown, of another type, or left out although the input needs it', () => {
  const small = z.object({ title: z.string(), days: z.number().optional() })
  // @ts-expect-error -- misses `days`
  describeForm(small, { title: text('Title') })
  // @ts-expect-error -- `colour` is no field of the input
  describeForm(small, { title: text('Title'), days: notEdited, colour: text('Colour') })
  // @ts-expect-error -- a text is no number
  describeForm(small, { title: text('Title'), days: text('Days') })
  // @ts-expect-error -- the input needs a title
  describeForm(small, { title: notEdited, days: number('Days') })
  expect(describeForm(small, { title: text('Title'), days: notEdited }).names).toEqual(['title'])
})

it('reads and merges fields that depend on another, and lists of chosen records', () => {
  const known = new Map([[7, { id: 7, name: 'Vase' }]])
  const discount = describeForm(
    z.object({
      kind: z.enum(['percent', 'amount']),
      percent: z.number().nullable(),
      amount: z.number().nullable(),
      products: z.array(z.number()),
      note: z.string().optional(),
    }),
    {
      kind: select(
        'Discount',
        [
          ['percent', 'Percentage'],
          ['amount', 'Amount'],
        ],
        {
          isState: true,
          initial: 'percent',
          mergedWith: ['percent', 'amount'],
          show: (kind, { percent, amount }) => (kind === 'percent' ? `${Number(percent)}%` : String(amount)),
        },
      ),
      percent: onlyIf(({ kind }) => kind === 'percent', null, decimal('Percent')),
      amount: onlyIf(({ kind }) => kind === 'amount', null, decimal('Amount')),
      products: chosen('Products', known, { isUnordered: true, control: () => null }),
      note: omitEmpty(text('Note')),
    },
  )
  const start = { kind: 'percent', percent: 10, amount: null, products: [7], version: 1 } as const
  const record = { ...start, products: [...start.products] }
  expect(discount.start(undefined)).toEqual({ kind: 'percent', products: [] })
  expect(discount.start(record)).toEqual({ kind: 'percent', products: [{ id: 7, name: 'Vase' }] })

  const products = [
    { id: 7, name: 'Vase' },
    { id: 3, name: 'Mug' },
  ]
  const mine = discount.read({ percent: '10', amount: '5', note: '' }, { kind: 'amount', products })
  expect(Object.entries(mine)).toEqual([
    ['kind', 'amount'],
    ['percent', null],
    ['amount', 5],
    ['products', [7, 3]],
  ])
  const theirs = { ...record, percent: 20, products: idsOf([{ id: 9, name: 'Lamp' }], known) }
  const conflicts = findConflicts(discount.parts, { start: record, theirs, mine, issues: [] })
  expect(conflicts.map(({ part, theirs: their, mine: own }) => [part, their, own])).toEqual([
    ['Discount', '20%', '5'],
    ['Products', 'Lamp', 'Mug\nVase'],
  ])
  expect(mergeParts(discount.parts, { theirs, mine, taken: new Set(['Discount']) })).toEqual({
    ...mine,
    kind: 'percent',
    percent: 20,
    amount: null,
  })
})
