import type { FooterGroup } from '#contract/settings/home.ts'
import { newKey } from '#web/lib/new-key.ts'

/** A footer link while it is edited. Its key is stable when the link moves. */
export interface LinkDraft {
  key: string
  name: string
  to: string
}

export interface GroupDraft {
  key: string
  title: string
  links: LinkDraft[]
}

export const newLink = (): LinkDraft => ({ key: newKey(), name: '', to: '' })

/** A new group starts with one empty link. */
export const newGroup = (): GroupDraft => ({ key: newKey(), title: '', links: [newLink()] })

export const draftsFromGroups = (groups: readonly FooterGroup[]): GroupDraft[] =>
  groups.map(({ title, links }) => ({
    key: newKey(),
    title,
    links: links.map((link) => ({ key: newKey(), ...link })),
  }))

/** The reverse of `draftsFromGroups`. An empty last row is left out. */
export const groupsFromDrafts = (drafts: readonly GroupDraft[]): FooterGroup[] =>
  drafts.map(({ title, links }) => ({
    title,
    links: links
      .filter(({ name, to }, index) => name.trim() || to.trim() || index < links.length - 1)
      .map(({ name, to }) => ({ name, to })),
  }))
