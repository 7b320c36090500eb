import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RowList } from '#web/ui/list/row-list.tsx'
import { newLink, type LinkDraft } from './footer-draft.ts'

interface FooterLinksProps {
  form: FormState
  /** Position of the group in the footer; names the errors of its fields. */
  group: number
  title: string
  links: readonly LinkDraft[]
  onChange(links: LinkDraft[]): void
}

/** The links of one group, one row each. */
export function FooterLinks({ form, group, title, links, onChange }: FooterLinksProps) {
  const set = (changed: LinkDraft, changes: Partial<LinkDraft>) =>
    onChange(links.map((link) => (link === changed ? { ...link, ...changes } : link)))
  const { error } = form.field(`groups.${group}.links`)
  return (
    <>
      <RowList
        label={`Links of ${title}`}
        rows={links}
        keyOf={({ key }) => key}
        nameOf={(link) => link.name || `link ${links.indexOf(link) + 1}`}
        onChange={onChange}
        add={`Add link to ${title}`}
        makeRow={newLink}
      >
        {(link, index, controls) => (
          <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
            <TextField
              {...form.field(`groups.${group}.links.${index}.name`)}
              label="Name"
              className="min-w-0 grow basis-36"
              maxLength={60}
              value={link.name}
              onChange={({ target }) => set(link, { name: target.value })}
            />
            <TextField
              {...form.field(`groups.${group}.links.${index}.to`)}
              label="Link"
              className="min-w-0 grow-2 basis-48"
              placeholder="/pages/size-guide"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={500}
              value={link.to}
              onChange={({ target }) => set(link, { to: target.value })}
            />
            <span className="sm:mt-7.5">{controls}</span>
          </div>
        )}
      </RowList>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
    </>
  )
}
