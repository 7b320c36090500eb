import { useRef, useState } from 'react'
import type { z } from 'zod'
import { currencyInput, locales, updateCurrency, type ShopSettings } from '#contract/shop/shop-settings.ts'
import { readShopSettings, useSettingUpdate, useShopSettings } from '#web/data/admin/settings.ts'
import { ApiError } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SettingPage } from './setting-page.tsx'
import { useShop } from '#web/data/shop.ts'

export default function CurrencySettings() {
  const query = useShopSettings()
  const { configId } = useShop()
  return (
    <SettingPage
      title="Currency"
      intro="The currency of your prices, and the format of amounts and dates. Changing the currency does not convert prices: the numbers stay the same."
      skeleton="h-60"
      subject={{ subject: 'shop', subjectId: configId }}
      query={query}
      versionOf={({ version }) => version}
    >
      {(settings) => <CurrencyForm shop={settings} />}
    </SettingPage>
  )
}

type Input = z.input<typeof currencyInput>

/** The stored locale may be one that the form does not offer. */
const toRecord = ({ currency, locale, version }: ShopSettings) => ({
  currency,
  locale: locale as Input['locale'],
  version,
})

function CurrencyForm({ shop }: { shop: ShopSettings }) {
  const update = useSettingUpdate(updateCurrency)
  const [confirmText, setConfirmText] = useState('')
  const resolveConfirm = useRef<(confirmed: boolean) => void>(null)

  async function save(input: Input, { version }: { version: number }) {
    const change = { ...input, version }
    try {
      await update.mutateAsync(change)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirm_currency') throw error
      setConfirmText(error.message)
      const confirmed = await new Promise<boolean>((resolve) => (resolveConfirm.current = resolve))
      setConfirmText('')
      if (!confirmed) throw new Error('Currency not changed.')
      await update.mutateAsync({ ...change, confirmed: true })
    }
  }

  return (
    <>
      <RecordForm
        label="Currency"
        draft="currency settings"
        action="Save"
        className="max-w-2xl"
        schema={currencyInput}
        read={(fields) => fields}
        record={toRecord(shop)}
        parts={[
          { name: 'Currency', fields: ['currency'] },
          { name: 'Number and date format', fields: ['locale'] },
        ]}
        reread={async () => toRecord(await readShopSettings())}
        update={save}
      >
        {(form) => (
          <>
            <SelectField
              {...form.field('currency')}
              label="Currency"
              options={optionsOf(Intl.supportedValuesOf('currency'), 'currency')}
              defaultValue={shop.currency}
            />
            <SelectField
              {...form.field('locale')}
              label="Number and date format"
              options={optionsOf(locales, 'language')}
              defaultValue={shop.locale}
            />
          </>
        )}
      </RecordForm>
      {confirmText && (
        <ConfirmDialog
          title="Change the currency?"
          text={confirmText}
          confirm="Change currency"
          onClose={(confirmed) => resolveConfirm.current?.(confirmed)}
        />
      )}
    </>
  )
}

function optionsOf(codes: readonly string[], type: 'currency' | 'language') {
  const names = new Intl.DisplayNames('en', { type })
  return codes.map((code) => [code, `${names.of(code) ?? code} (${code})`] as const)
}
