import { settingSubjects, updateSearchSettings } from '#contract/settings/settings.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { checkbox } from '../record-form/fields.tsx'
import { SettingGroup } from './setting-form.tsx'

const search = describeForm(updateSearchSettings.input, {
  learns: checkbox('Learn from clicks and orders', {
    hint: 'Results that shoppers open and order move up, until clicks stop. Pinned products stay first.',
  }),
})

export default function SearchSettings() {
  return (
    <SettingGroup
      title="Search results"
      intro="The shop counts which results shoppers open and order, without cookies or names. It forgets who they were after ten days."
      skeleton="h-40"
      draft="search settings"
      subject={settingSubjects.search}
      endpoint={updateSearchSettings}
      groupOf={(settings) => settings.search}
      of={() => search}
    />
  )
}
