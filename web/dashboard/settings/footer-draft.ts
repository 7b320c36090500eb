import type { FooterGroup } from '#contract/home.ts'

/** A link of the footer while it is edited; its key stays when it is moved. */
export interface LinkDraft {
  key: string
  name: string
  to: string
}

/** A group of the footer while it is edited. */
export interface GroupDraft {
  key: string
  title: string
  links: LinkDraft[]
}

let made = 0
const newKey = () => `f${++made}`

/** A row that leads nowhere yet. */
export const newLink = (): LinkDraft => ({ key: newKey(), name: '', to: '' })

/** A group without a name, which begins with one link. */
export const newGroup = (): GroupDraft => ({ key: newKey(), title: '', links: [newLink()] })

/** Groups as their fields have them. */
export const draftsOf = (groups: readonly FooterGroup[]): GroupDraft[] =>
  groups.map(({ title, links }) => ({
    key: newKey(),
    title,
    links: links.map((link) => ({ key: newKey(), ...link })),
  }))

/** Groups as they are sent. A row in which nothing was written is none. */
export const groupsOf = (drafts: readonly GroupDraft[]): FooterGroup[] =>
  drafts.map(({ title, links }) => ({
    title,
    links: links
      .filter(({ name, to }, index) => name.trim() || to.trim() || index < links.length - 1)
      .map(({ name, to }) => ({ name, to })),
  }))
