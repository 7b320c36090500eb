import { settingSubjects, updateReturns } from '#contract/settings/settings.ts'
import { useCategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { checkboxes } from '../record-form/checkboxes.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { number, select } from '../record-form/fields.tsx'
import { SettingGroup } from './setting-form.tsx'

const describeReturns = (categories: readonly { id: number; productcategoryname: string }[]) =>
  describeForm(updateReturns.input, {
    days: number('Days for returns', { hint: 'Days after delivery. Enter 0 if you don’t take items back.' }),
    paid_by: select('Who pays for return shipping', [
      ['shop', 'The shop'],
      ['customer', 'The customer'],
    ]),
    excluded_categories: checkboxes(
      'Categories that don’t come back, such as food or earrings',
      categories.map(({ id, productcategoryname }) => ({ value: id, name: productcategoryname })),
    ),
  })

export default function ReturnSettings() {
  const categories = useCategoryChoices()
  return (
    <SettingGroup
      title="Return policy"
      intro="How long customers can return an item. Product pages and your policy pages show it right away. The right of withdrawal in the EU stays as the law has it."
      skeleton="h-56"
      draft="return settings"
      subject={settingSubjects.returns}
      endpoint={updateReturns}
      groupOf={(settings) => settings.returns}
      // Without the names, a form that is saved early would take every category back.
      needs={categories}
      of={(_, names) => describeReturns(names)}
    />
  )
}
