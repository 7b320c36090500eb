import type { ReactNode } from 'react'
import { z } from 'zod'
import {
  sectionsShown,
  updateSections,
  updateTagline,
  type HomeSection,
  type HomeSettings,
} from '#contract/settings/home.ts'
import { readHomeSettings, useHomeSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { FooterForm } from './footer-form.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '#web/dashboard/activity-log/record-tabs.tsx'

export default function HomeSettingsPage() {
  const home = useHomeSettings()
  return (
    <DashboardPage title="Home page">
      <Loaded query={home} skeleton={<Skeleton className="h-[40rem]" />}>
        {(settings) => (
          <RecordTabs label="Home page" subject="storefront">
            <div className="grid gap-12">
              <Section title="Tagline">
                <Refilled version={settings.versions.tagline}>
                  <TaglineForm home={settings} />
                </Refilled>
              </Section>
              <Section title="Home page sections">
                <Refilled version={settings.versions.sections}>
                  <SectionsForm home={settings} />
                </Refilled>
              </Section>
              <Section title="Footer links">
                <Refilled version={settings.versions.footer}>
                  <FooterForm home={settings} />
                </Refilled>
              </Section>
            </div>
          </RecordTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xl font-medium">{title}</h2>
      {children}
    </section>
  )
}

const taglineOf = ({ tagline, versions }: HomeSettings) => ({ tagline, version: versions.tagline })
const taglineInput = z.strictObject({ tagline: z.string().trim().max(200, 'Up to 200 characters') })

function TaglineForm({ home }: { home: HomeSettings }) {
  const update = useSettingUpdate(updateTagline)
  return (
    <>
      <SettingIntro>One sentence about your shop, shown in the footer and in search results.</SettingIntro>
      <RecordForm
        label="Tagline"
        draft="tagline settings"
        action="Save"
        className="max-w-2xl"
        schema={taglineInput}
        read={(fields) => fields}
        record={taglineOf(home)}
        parts={[{ name: 'Tagline', fields: ['tagline'] }]}
        reread={async () => taglineOf(await readHomeSettings())}
        update={(input, { version }) => update.mutateAsync({ ...input, version })}
      >
        {(form) => (
          <TextField
            {...form.field('tagline')}
            label="Tagline"
            required={false}
            defaultValue={home.tagline}
          />
        )}
      </RecordForm>
    </>
  )
}

const sectionNames: [HomeSection, string][] = [
  ['banners', 'Banners'],
  ['categories', 'Shop By Category'],
  ['arrivals', 'New Arrivals'],
  ['products', 'Products'],
  ['good_to_know', 'Good to know: delivery, returns and questions'],
]

const sectionsOf = ({ sections, versions }: HomeSettings) => ({ ...sections, version: versions.sections })

function SectionsForm({ home }: { home: HomeSettings }) {
  const update = useSettingUpdate(updateSections)
  return (
    <>
      <SettingIntro>Shown from top to bottom. Changes are live immediately.</SettingIntro>
      <RecordForm
        label="Home page sections"
        draft="section settings"
        action="Save"
        className="max-w-2xl"
        schema={sectionsShown}
        read={(fields) => Object.fromEntries(sectionNames.map(([name]) => [name, fields[name] === 'on']))}
        record={sectionsOf(home)}
        parts={sectionNames.map(([field, name]) => ({ name, fields: [field] }))}
        reread={async () => sectionsOf(await readHomeSettings())}
        update={(input, { version }) => update.mutateAsync({ ...input, version })}
      >
        {() =>
          sectionNames.map(([name, label]) => (
            <CheckboxField key={name} name={name} label={label} defaultChecked={home.sections[name]} />
          ))
        }
      </RecordForm>
    </>
  )
}
