import { settingSubjects, updateReturns } from '#contract/settings/settings.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { number, select } from '../record-form/fields.tsx'
import { SettingGroup } from './setting-form.tsx'

const returns = describeForm(updateReturns.input, {
  days: number('Days for returns', { hint: 'Days after delivery. Enter 0 if you don’t take items back.' }),
  paid_by: select('Who pays for return shipping', [
    ['shop', 'The shop'],
    ['customer', 'The customer'],
  ]),
})

export default function ReturnSettings() {
  return (
    <SettingGroup
      title="Return policy"
      intro="How long customers can return an item. Product pages and your policy pages show it right away."
      skeleton="h-56"
      draft="return settings"
      subject={settingSubjects.returns}
      endpoint={updateReturns}
      groupOf={(settings) => settings.returns}
      of={() => returns}
    />
  )
}
