import { createHash } from 'node:crypto'
import { ProtocolError } from '../errors.ts'

/** As many products as the shop's own lists reach. */
export const MAX_OFFSET = 99_999_900

/** A cursor belongs to one search, because an offset means nothing in another. */
const markOf = (search: unknown) =>
  createHash('sha256').update(JSON.stringify(search)).digest('base64url').slice(0, 16)

/** The cursor for the products of `search` after the first `offset`. */
export const cursorOf = (offset: number, search: unknown): string =>
  Buffer.from(`${offset}.${markOf(search)}`).toString('base64url')

/** The offset of a cursor. ProtocolError 400 `invalid_cursor` unless `cursorOf` made it for the same search. */
export function offsetOf(cursor: string, search: unknown): number {
  const text = cursor.length <= 64 ? Buffer.from(cursor, 'base64url').toString() : ''
  const offset = Number(/^(\d{1,8})\./.exec(text)?.[1])
  if (!(offset <= MAX_OFFSET) || cursorOf(offset, search) !== cursor)
    throw new ProtocolError(400, 'invalid_cursor', 'The cursor does not belong to this search.')
  return offset
}
