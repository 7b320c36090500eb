import { settingSubjects } from '#contract/settings/settings.ts'
import { allSettings } from '#web/data/admin/settings.ts'
import { taxRates } from '#web/data/admin/tax.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { SettingPage } from '../setting-page.tsx'
import { RatesForm } from './rates-form.tsx'
import { TaxForm } from './tax-form.tsx'
import { TryRate } from './try-rate.tsx'

export default function TaxSettings() {
  const query = allSettings.useData()
  const rates = taxRates.useData()
  return (
    <SettingPage
      title="Tax"
      intro="Where your business is taxed and how prices contain tax. Each product has a tax class, or the class of its category, or its own percentage; the class decides the rate by destination, price and day."
      skeleton="h-[40rem]"
      subject={settingSubjects.tax}
      query={query}
      versionOf={({ tax }) => tax.version}
      after={
        <Loaded query={rates} skeleton={<Skeleton className="h-96" />}>
          {(data) => (
            <>
              <TryRate classes={data.allClasses} />
              <Refilled version={data.version}>
                <RatesForm rates={data} />
              </Refilled>
            </>
          )}
        </Loaded>
      }
    >
      {({ tax }) => (
        <Loaded query={rates} skeleton={<Skeleton className="h-[40rem]" />}>
          {({ allClasses }) => <TaxForm tax={tax} classes={allClasses} />}
        </Loaded>
      )}
    </SettingPage>
  )
}
