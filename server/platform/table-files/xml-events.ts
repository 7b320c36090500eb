import type { Readable } from 'node:stream'
import sax, { type QualifiedTag, type Tag } from 'sax'
import { tableError } from './table.ts'

/** A cell's text is 7 elements deep. */
const MAX_DEPTH = 64

type XmlEvent =
  | { kind: 'open'; name: string; attributes: Record<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** Elements without their namespace, and texts. sax expands no entities but those of XML, so nothing grows. */
export async function* xmlEvents(stream: Readable): AsyncGenerator<XmlEvent> {
  const parser = sax.parser(true)
  let events: XmlEvent[] = []
  let failure: Error | undefined
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  let depth = 0
  parser.onopentag = ({ name, attributes }: Tag | QualifiedTag) => {
    depth++
    events.push({
      kind: 'open',
      name: localName(name),
      attributes: attributes as Record<string, string>,
    })
  }
  parser.onclosetag = (name) => {
    depth--
    events.push({ kind: 'close', name: localName(name) })
  }
  parser.ontext = (text) => void events.push({ kind: 'text', text })
  parser.oncdata = (text) => void events.push({ kind: 'text', text })
  parser.onerror = (error) => void (failure ??= error)
  const decoder = new TextDecoder()
  const chunks = stream as AsyncIterable<Buffer>
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }))
      // sax holds every open element.
      if (depth > MAX_DEPTH) throw tableError('This workbook is nested too deeply. Save it again or as CSV.')
      if (failure) throw failure
      yield* events
      events = []
    }
  } catch (error) {
    refuseBroken(error)
  }
}

/** Throws what was refused already, and AppError 400 for a workbook that is damaged. */
export function refuseBroken(error: unknown): never {
  if (error instanceof Error && 'status' in error) throw error
  throw tableError('This workbook is damaged. Save it again or as CSV.')
}
