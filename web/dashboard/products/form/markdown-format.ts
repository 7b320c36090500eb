export type Format = 'bold' | 'italic' | 'heading' | 'list' | 'link'

interface Formatted {
  text: string
  /** The selection afterwards. */
  start: number
  end: number
}

/** Formats the selection or its lines as Markdown. On bold or italic text it removes the format. */
export function formatMarkdown(kind: Format, text: string, start: number, end: number): Formatted {
  switch (kind) {
    case 'bold':
      return around(text, start, end, '**', 'bold')
    case 'italic':
      return around(text, start, end, '*', 'italic')
    case 'heading':
      return atLines(text, start, end, '## ')
    case 'list':
      return atLines(text, start, end, '- ')
    case 'link': {
      const words = text.slice(start, end) || 'link'
      const before = `${text.slice(0, start)}[${words}](`
      const address = 'https://'
      return {
        text: `${before}${address})${text.slice(end)}`,
        start: before.length,
        end: before.length + address.length,
      }
    }
  }
}

function around(text: string, start: number, end: number, sign: string, example: string): Formatted {
  const n = sign.length
  const inside = text.slice(start, end)
  if (inside && text.slice(start - n, start) === sign && text.slice(end, end + n) === sign) {
    return { text: text.slice(0, start - n) + inside + text.slice(end + n), start: start - n, end: end - n }
  }
  const words = inside || example
  return {
    text: text.slice(0, start) + sign + words + sign + text.slice(end),
    start: start + n,
    end: start + n + words.length,
  }
}

function atLines(text: string, start: number, end: number, sign: string): Formatted {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lines = text
    .slice(from, end)
    .split('\n')
    .map((line) => (line.startsWith(sign) ? line : sign + line))
    .join('\n')
  return { text: text.slice(0, from) + lines + text.slice(end), start: from, end: from + lines.length }
}
