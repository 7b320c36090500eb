/** What schema.org and the product feeds have a property for. */
export type KnownOption = 'color' | 'size' | 'material' | 'pattern'

const spellings: readonly (readonly [KnownOption, RegExp])[] = [
  ['color', /^colou?rs?$/i],
  ['size', /^sizes?$/i],
  ['material', /^(materials?|fabrics?)$/i],
  ['pattern', /^(patterns?|prints?)$/i],
]

/** The property that an option of this name stands for; undefined if there is none. */
export const knownOption = (name: string): KnownOption | undefined =>
  spellings.find(([, spelling]) => spelling.test(name.trim()))?.[0]
