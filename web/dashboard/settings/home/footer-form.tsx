import { useState } from 'react'
import { z } from 'zod'
import { footerGroups, updateFooter, type HomeSettings } from '#contract/settings/home.ts'
import { readHomeSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { draftsFromGroups, groupsFromDrafts, newGroup, type GroupDraft } from './footer-draft.ts'
import { FooterLinks } from './footer-links.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'

const footerOf = ({ footer, versions }: HomeSettings) => ({ groups: footer, version: versions.footer })
const footerInput = z.strictObject({ groups: footerGroups })

/** The link groups of the footer, each with a title and one row per link. */
export function FooterForm({ home }: { home: HomeSettings }) {
  const update = useSettingUpdate(updateFooter)
  const [groups, setGroups] = useState(() => draftsFromGroups(home.footer))

  return (
    <>
      <SettingIntro>
        Links shown at the bottom of every page. Link to a page of your shop (/pages/size-guide) or another
        site (https://blog.example.com). The “Shop” group is generated from your categories.
      </SettingIntro>
      <RecordForm
        label="Footer links"
        draft="footer settings"
        state={{ value: groups, restore: (value) => setGroups(value as typeof groups) }}
        action="Save"
        className="max-w-2xl"
        schema={footerInput}
        read={() => ({ groups: groupsFromDrafts(groups) })}
        record={footerOf(home)}
        parts={[
          {
            name: 'Links',
            fields: ['groups'],
            text: (input) =>
              input.groups
                .flatMap(({ title, links }) => [title, ...links.map(({ name, to }) => `${name}: ${to}`)])
                .join('\n'),
          },
        ]}
        reread={async () => footerOf(await readHomeSettings())}
        update={(input, { version }) => update.mutateAsync({ ...input, version })}
      >
        {(form) => {
          const change = (next: GroupDraft[]) => {
            setGroups(next)
            form.markDirty()
          }
          const set = (changed: GroupDraft, next: Partial<GroupDraft>) =>
            change(groups.map((group) => (group === changed ? { ...group, ...next } : group)))
          return (
            <>
              <RowList
                label="Footer groups"
                rows={groups}
                keyOf={({ key }) => key}
                nameOf={(group) => group.title || `group ${groups.indexOf(group) + 1}`}
                onChange={change}
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
              {form.field('groups').error && (
                <p className="text-sm font-medium text-danger">{form.field('groups').error}</p>
              )}
            </>
          )
        }}
      </RecordForm>
    </>
  )
}
