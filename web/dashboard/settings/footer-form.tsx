import { useState } from 'react'
import { z } from 'zod'
import { footerGroups, type HomeSettings } from '#contract/home.ts'
import { readHomeSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { About } from './about.tsx'
import { draftsOf, groupsOf, newGroup, type GroupDraft } from './footer-draft.ts'
import { FooterLinks } from './footer-links.tsx'
import { SettingForm } from './setting-form.tsx'

const footerOf = ({ footer, versions }: HomeSettings) => ({ groups: footer, version: versions.footer })
const input = z.strictObject({ groups: footerGroups })

/** The groups of links in the footer, each with its title and a row a link. */
export function FooterForm({ home }: { home: HomeSettings }) {
  const changes = useSettingsChanges()
  const [first] = useState(() => draftsOf(home.footer))
  const [groups, setGroups] = useState(first)
  const set = (changed: GroupDraft, next: Partial<GroupDraft>) =>
    setGroups(groups.map((group) => (group === changed ? { ...group, ...next } : group)))

  return (
    <>
      <About>
        The links below every page, in groups. A link leads to a page of this shop, such as /pages/size-guide,
        or to another site, such as https://blog.example.com. The group “Shop” with the categories is made by
        the shop itself.
      </About>
      <SettingForm
        label="Footer links"
        schema={input}
        changed={groups !== first}
        read={() => ({ groups: groupsOf(groups) })}
        start={footerOf(home)}
        parts={[
          {
            name: 'Links',
            fields: ['groups'],
            words: (sent) =>
              sent.groups
                .flatMap(({ title, links }) => [title, ...links.map(({ name, to }) => `${name}: ${to}`)])
                .join('\n'),
          },
        ]}
        reread={async () => footerOf(await readHomeSettings())}
        save={(sent, version) => changes.footer({ ...sent, version })}
      >
        {(form) => (
          <>
            <RowList
              label="Groups of the footer"
              rows={groups}
              keyOf={({ key }) => key}
              nameOf={(group) => group.title || `group ${groups.indexOf(group) + 1}`}
              onChange={setGroups}
              add="Add a group"
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
        )}
      </SettingForm>
    </>
  )
}
