import { useRef, useState } from 'react'
import type { z } from 'zod'
import { currencyInput, locales, type ShopSettings } from '#contract/shop-settings.ts'
import { readShopSettings, useSettingsChanges, useShopSettings } from '../../data/admin-settings.ts'
import { ApiError } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { useShop } from '../../data/shop.ts'

export default function CurrencySettings() {
  const shop = useShopSettings()
  const { configId } = useShop()
  return (
    <DashboardPage title="Currency">
      <About>
        The currency of every price in the shop, and how amounts and dates are written. Another currency does
        not convert any amount: prices keep their numbers.
      </About>
      <Loaded query={shop} skeleton={<Skeleton className="h-60" />}>
        {(settings) => (
          <HistoryTabs label="About the currency" subject="shop" subjectId={configId}>
            <Refilled version={settings.version}>
              <CurrencyForm shop={settings} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

type Input = z.input<typeof currencyInput>

/** A shop may be written in another way than those that are offered. */
const storedOf = ({ currency, locale, version }: ShopSettings) => ({
  currency,
  locale: locale as Input['locale'],
  version,
})

function CurrencyForm({ shop }: { shop: ShopSettings }) {
  const changes = useSettingsChanges()
  const [asked, setAsked] = useState('')
  const answer = useRef<(confirmed: boolean) => void>(null)

  async function save(input: Input, version: number) {
    const sent = { ...input, version }
    try {
      await changes.currency(sent)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirm_currency') throw error
      setAsked(error.message)
      const confirmed = await new Promise<boolean>((resolve) => (answer.current = resolve))
      setAsked('')
      if (!confirmed) throw new Error('The currency stays as it was.')
      await changes.currency({ ...sent, confirmed: true })
    }
  }

  return (
    <>
      <SettingForm
        label="Currency"
        schema={currencyInput}
        read={(fields) => fields}
        start={storedOf(shop)}
        parts={[
          { name: 'Currency', fields: ['currency'] },
          { name: 'Amounts and dates are written as in', fields: ['locale'] },
        ]}
        reread={async () => storedOf(await readShopSettings())}
        save={save}
      >
        {(form) => (
          <>
            <SelectField
              {...form.field('currency')}
              label="Currency"
              options={namesOf(Intl.supportedValuesOf('currency'), 'currency')}
              defaultValue={shop.currency}
            />
            <SelectField
              {...form.field('locale')}
              label="Amounts and dates are written as in"
              options={namesOf(locales, 'language')}
              defaultValue={shop.locale}
            />
          </>
        )}
      </SettingForm>
      {asked && (
        <ConfirmDialog
          title="Change the currency?"
          text={asked}
          confirm="Change currency"
          onClose={(confirmed) => answer.current?.(confirmed)}
        />
      )}
    </>
  )
}

function namesOf(codes: readonly string[], type: 'currency' | 'language') {
  const names = new Intl.DisplayNames('en', { type })
  return codes.map((code) => [code, `${names.of(code) ?? code} (${code})`] as const)
}
