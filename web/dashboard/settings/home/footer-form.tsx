import { updateFooter, type FooterGroup, type HomeSettings } from '#contract/settings/home.ts'
import { homeSettings } from '#web/data/admin/settings.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { custom } from '#web/dashboard/record-form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SettingForm } from '../setting-form.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { draftsFromGroups, groupsFromDrafts, newGroup, type GroupDraft } from './footer-draft.ts'
import { FooterLinks } from './footer-links.tsx'

const footer = describeForm(updateFooter.input, {
  groups: custom<FooterGroup[], GroupDraft[]>({
    label: 'Links',
    start: (groups = []) => draftsFromGroups(groups),
    read: ({ state }) => groupsFromDrafts(state),
    show: (groups) =>
      groups
        .flatMap(({ title, links }) => [title, ...links.map(({ name, to }) => `${name}: ${to}`)])
        .join('\n'),
    control: ({ form, state, setState }) => <FooterGroups form={form} groups={state} onChange={setState} />,
  }),
})

const footerOf = ({ footer: groups, versions }: HomeSettings) => ({ groups, version: versions.footer })

/** The link groups of the footer, each with a title and one row per link. */
export function FooterForm({ home }: { home: HomeSettings }) {
  return (
    <>
      <SettingIntro>
        Links shown at the bottom of every page. Link to a page of your shop (/pages/size-guide) or another
        site (https://blog.example.com). The “Shop” group is generated from your categories.
      </SettingIntro>
      <SettingForm
        label="Footer links"
        draft="footer settings"
        endpoint={updateFooter}
        of={footer}
        record={footerOf(home)}
        reread={async () => footerOf(await homeSettings.read())}
      />
    </>
  )
}

interface FooterGroupsProps {
  form: FormState
  groups: readonly GroupDraft[]
  onChange(groups: GroupDraft[]): void
}

function FooterGroups({ form, groups, onChange }: FooterGroupsProps) {
  const set = (changed: GroupDraft, next: Partial<GroupDraft>) =>
    onChange(groups.map((group) => (group === changed ? { ...group, ...next } : group)))
  const { error } = form.field('groups')
  return (
    <>
      <RowList
        label="Footer groups"
        rows={groups}
        keyOf={({ key }) => key}
        nameOf={(group) => group.title || `group ${groups.indexOf(group) + 1}`}
        onChange={onChange}
        add="Add group"
        makeRow={newGroup}
      >
        {(group, index, controls) => (
          <fieldset className="grid min-w-0 gap-4 rounded-xs border border-line p-4">
            <legend className="px-2 font-medium">{group.title || `Group ${index + 1}`}</legend>
            <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
              <TextField
                {...form.field(`groups.${index}.title`)}
                label={`Title of group ${index + 1}`}
                className="min-w-0 grow basis-48"
                maxLength={60}
                value={group.title}
                onChange={({ target }) => set(group, { title: target.value })}
              />
              <span className="sm:mt-7.5">{controls}</span>
            </div>
            <FooterLinks
              form={form}
              group={index}
              title={group.title || `group ${index + 1}`}
              links={group.links}
              onChange={(next) => set(group, { links: next })}
            />
          </fieldset>
        )}
      </RowList>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
    </>
  )
}
