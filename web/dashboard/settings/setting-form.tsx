import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AllSettings } from '#contract/settings/settings.ts'
import { allSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import type { Stored } from '../edit-conflict/conflicts.ts'
import type { FormDescription } from '../record-form/describe-form.ts'
import { DescribedForm, type FormLayout } from '../record-form/described-form.tsx'
import { SettingPage } from './setting-page.tsx'

type SettingEndpoint = Endpoint<z.ZodType<unknown, object>>
type InputOf<E extends SettingEndpoint> = z.input<E['input']>

interface SettingFormProps<E extends SettingEndpoint, Name extends string> {
  label: string
  draft: string
  /** The call that saves the group. */
  endpoint: E
  of: FormDescription<InputOf<E>, Name>
  record: Stored<InputOf<E>>
  reread(): Promise<Stored<InputOf<E>>>
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

interface SettingGroupProps<E extends SettingEndpoint, Name extends string> extends Pick<
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
  groupOf(settings: AllSettings): Stored<InputOf<E>>
  of(settings: AllSettings): FormDescription<InputOf<E>, Name>
  /** Below the form. */
  after?: ReactNode
  /** As in `DescribedForm`. */
  children?(layout: FormLayout<InputOf<E>, Name>, settings: AllSettings): ReactNode
}

/** The page of one group of settings. */
export function SettingGroup<E extends SettingEndpoint, Name extends string>(
  props: SettingGroupProps<E, Name>,
) {
  const { title, before, intro, skeleton, subject, after, groupOf, of, children, ...form } = props
  return (
    <SettingPage
      {...{ title, before, intro, skeleton, subject, after }}
      query={allSettings.useData()}
      versionOf={(settings) => groupOf(settings).version}
    >
      {(settings) => (
        <SettingForm<E, Name>
          {...form}
          label={title}
          of={of(settings)}
          record={groupOf(settings)}
          reread={async () => groupOf(await allSettings.read())}
          {...(children && { children: (layout) => children(layout, settings) })}
        />
      )}
    </SettingPage>
  )
}
