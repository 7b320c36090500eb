import { useRef, useState } from 'react'
import type { z } from 'zod'
import { currencyInput, locales, updateCurrency, type ShopSettings } from '#contract/shop/shop-settings.ts'
import { shopSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { ApiError } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { select } from '../record-form/fields.tsx'
import { SettingPage } from './setting-page.tsx'
import { useShop } from '#web/data/shop.ts'

export default function CurrencySettings() {
  const query = shopSettings.useData()
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

const currency = describeForm(currencyInput, {
  currency: select('Currency', optionsOf(Intl.supportedValuesOf('currency'), 'currency')),
  locale: select('Language and format', optionsOf(locales, 'language'), {
    hint: 'The format of numbers and dates. The search expects the names of products in this language.',
  }),
})
type Input = z.input<typeof currencyInput>

/** The stored locale may be one that the form does not offer. */
const toRecord = ({ currency: code, locale, version }: ShopSettings) => ({
  currency: code,
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
      <DescribedForm
        label="Currency"
        draft="currency settings"
        action="Save"
        className="max-w-2xl"
        of={currency}
        record={toRecord(shop)}
        reread={async () => toRecord(await shopSettings.read())}
        update={save}
      />
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

function optionsOf<Code extends string>(codes: readonly Code[], type: 'currency' | 'language') {
  const names = new Intl.DisplayNames('en', { type })
  return codes.map((code) => [code, `${names.of(code) ?? code} (${code})`] as const)
}
