import * as library from 'structured-headers'

// The types of the library need those of a browser, so its values would count as `any`.

/** Values of headers (RFC 8941): texts, numbers, booleans, and bytes as an ArrayBuffer. */
type Parameters = ReadonlyMap<string, unknown>

/** A value with its parameters. */
export type Item = readonly [value: unknown, parameters: Parameters]

/** A list in parentheses with its parameters. */
export type InnerList = readonly [items: readonly Item[], parameters: Parameters]

type Dictionary = ReadonlyMap<string, Item | InnerList>

/** Parses a header. Undefined if it is no dictionary. */
export function parseDictionary(header: string): Dictionary | undefined {
  try {
    return library.parseDictionary(header)
  } catch {
    return undefined
  }
}

/** Whether a member of a dictionary is a list. */
export const isInnerList = (member: Item | InnerList): member is InnerList => Array.isArray(member[0])

/** The bytes of a member; undefined if it has another value. */
export function bytesOf(member: Item | InnerList | undefined): Buffer | undefined {
  return member?.[0] instanceof ArrayBuffer ? Buffer.from(member[0]) : undefined
}

/** The one text that the RFC defines for an item. */
export const serializeItem = (item: Item): string => library.serializeItem(item as never)

/** The one text that the RFC defines for a list. */
export const serializeInnerList = (list: InnerList): string => library.serializeInnerList(list as never)
