import type { ReactNode } from 'react'
import { updateSections, updateTagline, type HomeSettings } from '#contract/settings/home.ts'
import { homeSettings } from '#web/data/admin/settings.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { FooterForm } from './footer-form.tsx'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { checkbox, text } from '#web/dashboard/record-form/fields.tsx'
import { SettingForm } from '../setting-form.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '#web/dashboard/activity-log/record-tabs.tsx'

export default function HomeSettingsPage() {
  const home = homeSettings.useData()
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
const tagline = describeForm(updateTagline.input, { tagline: text('Tagline', { required: false }) })

function TaglineForm({ home }: { home: HomeSettings }) {
  return (
    <>
      <SettingIntro>One sentence about your shop, shown in the footer and in search results.</SettingIntro>
      <SettingForm
        label="Tagline"
        draft="tagline settings"
        endpoint={updateTagline}
        of={tagline}
        record={taglineOf(home)}
        reread={async () => taglineOf(await homeSettings.read())}
      />
    </>
  )
}

const sectionsOf = ({ sections, versions }: HomeSettings) => ({ ...sections, version: versions.sections })
const sections = describeForm(updateSections.input, {
  banners: checkbox('Banners'),
  categories: checkbox('Shop By Category'),
  arrivals: checkbox('New Arrivals'),
  products: checkbox('Products'),
  good_to_know: checkbox('Good to know: delivery, returns and questions'),
})

function SectionsForm({ home }: { home: HomeSettings }) {
  return (
    <>
      <SettingIntro>Shown from top to bottom. Changes are live immediately.</SettingIntro>
      <SettingForm
        label="Home page sections"
        draft="section settings"
        endpoint={updateSections}
        of={sections}
        record={sectionsOf(home)}
        reread={async () => sectionsOf(await homeSettings.read())}
      />
    </>
  )
}
