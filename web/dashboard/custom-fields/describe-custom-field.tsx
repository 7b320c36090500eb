import type { RefObject } from 'react'
import {
  customFieldInput,
  referenceTargets,
  updateCustomField,
  type CustomField,
  type CustomFieldKind,
  type CustomFieldSubject,
  type schemaProperties,
} from '#contract/custom-fields/custom-field.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { describeForm, type States } from '../record-form/describe-form.ts'
import { area, checkbox, custom, onlyIf, select, text } from '../record-form/fields.tsx'
import {
  keyFromName,
  kindOptions,
  schemaPropertyNames,
  subjectOptions,
  targetNames,
} from './custom-field-labels.ts'

const nameOptions = { maxLength: 60, autoComplete: 'off' } as const

/** The fields of a new custom field. The key follows the name until it is typed. `ref` takes the name. */
export const describeNewField = (ref?: RefObject<HTMLInputElement | null>) =>
  describeForm(customFieldInput, {
    subject: select<CustomFieldSubject>('Belongs to', subjectOptions, { isState: true, initial: 'product' }),
    name: custom<string, string>({
      label: 'Name',
      start: (name = '') => name,
      read: ({ state }) => state,
      control: ({ name, form, state, setState }) => (
        <TextField
          ref={ref}
          name={name}
          label="Name"
          error={form.error(name)}
          value={state}
          onChange={({ target }) => setState(target.value)}
          hint="The label that staff and shoppers see, such as Warranty."
          {...nameOptions}
        />
      ),
    }),
    key: custom<string, string | null>({
      label: 'Key',
      start: (key) => key ?? null,
      read: ({ state, states }) => keyOf(state, states),
      control: ({ name, form, state, states, setState }) => (
        <TextField
          name={name}
          label="Key"
          error={form.error(name)}
          value={keyOf(state, states)}
          onChange={({ target }) => setState(target.value)}
          hint="Names the value in files and in the API. It can’t be changed later."
          maxLength={40}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      ),
    }),
    kind: select<CustomFieldKind>('Kind', kindOptions, {
      isState: true,
      initial: 'text',
      hint: 'It can’t be changed later.',
    }),
    target: onlyIf(
      ({ kind }) => kind === 'reference',
      null,
      select(
        'Leads to',
        referenceTargets.map((one) => [one, targetNames[one]] as const),
      ),
    ),
    ...changeableFields((states) => states as unknown as Fixed),
  })

/** What can be changed of a custom field. */
export const describeStoredField = ({ subject, kind }: Fixed) =>
  describeForm(updateCustomField.input.omit({ id: true, version: true }), {
    name: text('Name', nameOptions),
    ...changeableFields(() => ({ subject, kind })),
  })

type Fixed = Pick<CustomField, 'subject' | 'kind'>

const keyOf = (typed: string | null, { name }: States) => typed ?? keyFromName(String(name))

/** The fields after the kind, of which only those that fit kind and subject are shown. */
const changeableFields = (fixedOf: (states: States) => Fixed) => ({
  choices: onlyIf(
    (states: States) => fixedOf(states).kind === 'choice',
    [],
    area<string[]>('Choices', {
      rows: 4,
      hint: 'One on each line.',
      toText: (choices) => choices.join('\n'),
      fromText: (lines) =>
        lines
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
    }),
  ),
  hint: text('Help text', {
    required: false,
    maxLength: 200,
    autoComplete: 'off',
    hint: 'Staff see it below the field.',
  }),
  isFilterable: onlyIf(
    (states: States) => fixedOf(states).kind !== 'image',
    false,
    checkbox('Offer as a filter in the list'),
  ),
  isPublic: onlyIf(
    (states: States) => fixedOf(states).subject === 'product',
    false,
    custom<boolean, boolean>({
      label: 'Show on the product page',
      start: (isPublic = false) => isPublic,
      read: ({ state }) => state,
      control: ({ name, state, setState }) => (
        <CheckboxField
          name={name}
          label="Show on the product page"
          checked={state}
          onChange={({ target }) => setState(target.checked)}
        />
      ),
    }),
  ),
  schemaProperty: onlyIf(
    (states: States) => fixedOf(states).subject === 'product' && states['isPublic'] === true,
    null,
    select<(typeof schemaProperties)[number] | null>(
      'Tell search engines as',
      [
        [null, 'Nothing'],
        ...(Object.entries(schemaPropertyNames) as [(typeof schemaProperties)[number], string][]),
      ],
      { required: false, initial: null, hint: 'Adds the value to the data that they read of a product.' },
    ),
  ),
})
