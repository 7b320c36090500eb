import {
  returnSettings,
  settingSubjects,
  updateReturns,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SettingPage } from './setting-page.tsx'
import { parseAmount } from './shipping/zone-draft.ts'

export default function ReturnSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Return policy"
      intro="How long customers can return an item. Product pages and your policy pages show it right away."
      skeleton="h-56"
      subject={settingSubjects.returns}
      query={query}
      versionOf={({ returns }) => returns.version}
    >
      {({ returns }) => <ReturnsForm returns={returns} />}
    </SettingPage>
  )
}

const payers = [
  ['shop', 'The shop'],
  ['customer', 'The customer'],
] as const

function ReturnsForm({ returns }: { returns: AllSettings['returns'] }) {
  const update = useSettingUpdate(updateReturns)
  return (
    <RecordForm
      label="Return policy"
      draft="return settings"
      action="Save"
      className="max-w-2xl"
      schema={returnSettings}
      read={(fields) => ({ days: parseAmount(fields['days']), paid_by: fields['paid_by'] })}
      record={returns}
      parts={[
        { name: 'Days for returns', fields: ['days'] },
        { name: 'Return shipping paid by', fields: ['paid_by'] },
      ]}
      reread={async () => (await readSettings()).returns}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('days')}
            label="Days for returns"
            hint="Days after delivery. Enter 0 if you don’t take items back."
            inputMode="numeric"
            defaultValue={returns.days}
          />
          <SelectField
            {...form.field('paid_by')}
            label="Who pays for return shipping"
            options={payers}
            defaultValue={returns.paid_by}
          />
        </>
      )}
    </RecordForm>
  )
}
