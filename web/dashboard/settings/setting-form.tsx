import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AllSettings } from '#contract/settings/settings.ts'
import { allSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import type { Loaded } from '#web/ui/feedback/loaded.tsx'
import type { Stored } from '../edit-conflict/conflicts.ts'
import type { FormDescription } from '../record-form/describe-form.ts'
import { DescribedForm, type FormLayout } from '../record-form/described-form.tsx'
import { SettingPage } from './setting-page.tsx'

type SettingEndpoint = Endpoint<z.ZodType<unknown, object>>
type InputOf<E extends SettingEndpoint> = z.input<E['input']>

/** The stored value of every field that the form edits: the form would save a missing one as empty. */
type StoredGroup<E extends SettingEndpoint, Name extends string> = Stored<InputOf<E>> &
  Readonly<Record<Extract<Name, keyof InputOf<E>>, unknown>>

interface SettingFormProps<E extends SettingEndpoint, Name extends string> {
  label: string
  draft: string
  /** The call that saves the group. */
  endpoint: E
  of: FormDescription<InputOf<E>, Name>
  record: StoredGroup<E, Name>
  reread(): Promise<StoredGroup<E, Name>>
  /** As in `DescribedForm`. */
  children?(layout: FormLayout<InputOf<E>, Name>): ReactNode
}

/** The form of one group of settings. */
export function SettingForm<E extends SettingEndpoint, Name extends string>({
  endpoint,
  ...props
}: SettingFormProps<E, Name>) {
  const update = useSettingUpdate(endpoint)
  return (
    <DescribedForm
      action="Save"
      className="max-w-2xl"
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
      {...props}
    />
  )
}

interface SettingGroupProps<E extends SettingEndpoint, Name extends string, Needed> extends Pick<
  SettingFormProps<E, Name>,
  'draft' | 'endpoint'
> {
  title: string
  /** Above the introduction. */
  before?: ReactNode
  intro: ReactNode
  /** The height of the form, as a class. */
  skeleton: string
  /** The group in the audit log. */
  subject: { subject: string; subjectId: number }
  groupOf(settings: AllSettings): StoredGroup<E, Name>
  /** What the form needs beside the settings. It is read with them, and the form waits for both. */
  needs?: ComponentProps<typeof Loaded<Needed>>['query']
  of(settings: AllSettings, needed: Needed): FormDescription<InputOf<E>, Name>
  /** Below the form. */
  after?: ReactNode
  /** As in `DescribedForm`. */
  children?(layout: FormLayout<InputOf<E>, Name>, settings: AllSettings): ReactNode
}

/** The page of one group of settings. */
export function SettingGroup<E extends SettingEndpoint, Name extends string, Needed = undefined>(
  props: SettingGroupProps<E, Name, Needed>,
) {
  const { title, before, intro, skeleton, subject, after, groupOf, needs, of, children, ...form } = props
  const query = allSettings.useData()
  return (
    <SettingPage
      {...{ title, before, intro, skeleton, subject, after }}
      query={needs && needs.data === undefined ? { ...needs, data: undefined } : query}
      versionOf={(settings) => groupOf(settings).version}
    >
      {(settings) => (
        <SettingForm<E, Name>
          {...form}
          label={title}
          of={of(settings, needs?.data as Needed)}
          record={groupOf(settings)}
          reread={async () => groupOf(await allSettings.read())}
          {...(children && { children: (layout) => children(layout, settings) })}
        />
      )}
    </SettingPage>
  )
}
