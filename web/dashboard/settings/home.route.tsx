import type { ReactNode } from 'react'
import { z } from 'zod'
import { sectionsShown, type HomeSection, type HomeSettings } from '#contract/home.ts'
import { readHomeSettings, useHomeSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { FooterForm } from './footer-form.tsx'
import { SettingForm } from './setting-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

export default function HomeSettingsPage() {
  const home = useHomeSettings()
  return (
    <DashboardPage title="Home page">
      <Loaded query={home} skeleton={<Skeleton className="h-[40rem]" />}>
        {(settings) => (
          <HistoryTabs label="About the home page" subject="storefront">
            <div className="grid gap-12">
              <Part title="Tagline">
                <Refilled version={settings.versions.tagline}>
                  <TaglineForm home={settings} />
                </Refilled>
              </Part>
              <Part title="Parts of the home page">
                <Refilled version={settings.versions.sections}>
                  <SectionsForm home={settings} />
                </Refilled>
              </Part>
              <Part title="Footer links">
                <Refilled version={settings.versions.footer}>
                  <FooterForm home={settings} />
                </Refilled>
              </Part>
            </div>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xl font-medium">{title}</h2>
      {children}
    </section>
  )
}

const taglineOf = ({ tagline, versions }: HomeSettings) => ({ tagline, version: versions.tagline })
const taglineInput = z.strictObject({ tagline: z.string().trim().max(200, 'At most 200 characters') })

function TaglineForm({ home }: { home: HomeSettings }) {
  const changes = useSettingsChanges()
  return (
    <>
      <About>
        One sentence about the shop: it stands in the footer and in the results of search engines.
      </About>
      <SettingForm
        label="Tagline"
        schema={taglineInput}
        read={(fields) => fields}
        start={taglineOf(home)}
        parts={[{ name: 'Tagline', fields: ['tagline'] }]}
        reread={async () => taglineOf(await readHomeSettings())}
        save={(input, version) => changes.tagline({ ...input, version })}
      >
        {(form) => (
          <TextField
            {...form.field('tagline')}
            label="Tagline"
            required={false}
            defaultValue={home.tagline}
          />
        )}
      </SettingForm>
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
  const changes = useSettingsChanges()
  return (
    <>
      <About>
        What the home page shows, from top to bottom. What is switched off is gone at the next visit.
      </About>
      <SettingForm
        label="Parts of the home page"
        schema={sectionsShown}
        read={(fields) => Object.fromEntries(sectionNames.map(([name]) => [name, fields[name] === 'on']))}
        start={sectionsOf(home)}
        parts={sectionNames.map(([field, name]) => ({ name, fields: [field] }))}
        reread={async () => sectionsOf(await readHomeSettings())}
        save={(input, version) => changes.sections({ ...input, version })}
      >
        {() =>
          sectionNames.map(([name, label]) => (
            <CheckboxField key={name} name={name} label={label} defaultChecked={home.sections[name]} />
          ))
        }
      </SettingForm>
    </>
  )
}
