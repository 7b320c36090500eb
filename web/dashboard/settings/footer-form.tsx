import { useState } from 'react'
import { z } from 'zod'
import { footerGroups, type FooterGroup, type HomeSettings } from '#contract/home.ts'
import { useSettingsChanges } from '../../data/admin-settings.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'

const input = z.strictObject({ groups: footerGroups })

/** The groups of links in the footer, each as a title and lines of "Name | address". */
export function FooterForm({ home }: { home: HomeSettings }) {
  const changes = useSettingsChanges()
  const [groups, setGroups] = useState(() => home.footer.map((group, key) => ({ ...group, key })))
  const isOther = groups.length !== home.footer.length
  const add = () =>
    setGroups([...groups, { title: '', links: [], key: Math.max(-1, ...groups.map(({ key }) => key)) + 1 }])
  return (
    <>
      <About>
        The links below every page, in groups. Write one link in a line: its name, a bar, and where it leads,
        such as “Size guide | /pages/size-guide” or “Blog | https://blog.example.com”. The group “Shop” with
        the categories is made by the shop itself.
      </About>
      <SettingForm
        label="Footer links"
        schema={input}
        changed={isOther}
        read={(fields) => ({
          groups: groups.map(({ key }) => ({
            title: fields[`title-${key}`] ?? '',
            links: linksOf(fields[`links-${key}`] ?? ''),
          })),
        })}
        save={(sent) => changes.footer({ ...sent, version: home.versions.footer })}
        beside={
          <Button kind="secondary" onClick={add}>
            Add a group
          </Button>
        }
      >
        {(form) =>
          groups.map(({ key, title, links }, index) => {
            const name = title || `group ${index + 1}`
            return (
              <fieldset key={key} className="grid gap-4 rounded-xs border border-line p-4">
                <legend className="px-2 font-medium">{title || `Group ${index + 1}`}</legend>
                <TextField
                  label={`Title of group ${index + 1}`}
                  name={`title-${key}`}
                  error={form.field(`groups.${index}.title`).error}
                  defaultValue={title}
                />
                <TextAreaField
                  label={`Links of group ${index + 1}`}
                  name={`links-${key}`}
                  error={firstError(form.field, index)}
                  required={false}
                  defaultValue={links.map((link) => `${link.name} | ${link.to}`).join('\n')}
                />
                <Button
                  kind="quiet"
                  className="justify-self-start"
                  onClick={() => setGroups(groups.filter((group) => group.key !== key))}
                >
                  Remove {name}
                </Button>
              </fieldset>
            )
          })
        }
      </SettingForm>
    </>
  )
}

/** One link a line; what has no bar is a name that leads nowhere, which the schema refuses. */
function linksOf(lines: string): FooterGroup['links'] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const bar = line.lastIndexOf('|')
      return bar < 0
        ? { name: line.trim(), to: '' }
        : { name: line.slice(0, bar).trim(), to: line.slice(bar + 1).trim() }
    })
}

/** What is wrong with one of the lines, with its number. */
function firstError(
  field: (name: string) => { error: string | undefined },
  group: number,
): string | undefined {
  const most = 20
  for (let line = 0; line < most; line++) {
    for (const part of ['name', 'to']) {
      const { error } = field(`groups.${group}.links.${line}.${part}`)
      if (error) return `Line ${line + 1}: ${error}`
    }
  }
  return field(`groups.${group}.links`).error
}
