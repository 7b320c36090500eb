import { useRef, useState } from 'react'
import type { z } from 'zod'
import { currencyInput, locales, type ShopSettings } from '#contract/shop-settings.ts'
import { useSettingsChanges, useShopSettings } from '../../data/admin-settings.ts'
import { ApiError } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'

export default function CurrencySettings() {
  const shop = useShopSettings()
  return (
    <DashboardPage title="Currency">
      <About>
        The currency of every price in the shop, and how amounts and dates are written. Another currency does
        not convert any amount: prices keep their numbers.
      </About>
      <Loaded query={shop} skeleton={<Skeleton className="h-60" />}>
        {(settings) => <CurrencyForm key={settings.version} shop={settings} />}
      </Loaded>
    </DashboardPage>
  )
}

type Input = z.input<typeof currencyInput>

function CurrencyForm({ shop }: { shop: ShopSettings }) {
  const changes = useSettingsChanges()
  const [asked, setAsked] = useState('')
  const answer = useRef<(confirmed: boolean) => void>(null)

  async function save(input: Input) {
    const sent = { ...input, version: shop.version }
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
      <SettingForm label="Currency" schema={currencyInput} read={(fields) => fields} save={save}>
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
