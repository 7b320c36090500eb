import sax from 'sax'

const blocks = new Set([
  'p',
  'div',
  'section',
  'article',
  'table',
  'tr',
  'ul',
  'ol',
  'blockquote',
  'figure',
  'pre',
])
const hidden = new Set(['script', 'style', 'head', 'iframe', 'noscript', 'template'])
const marks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*' }

const TAIL_CHARACTERS = 1000
/** Lists within deeper lists would be mostly indentation. */
const MAX_LIST_DEPTH = 8

/**
 * The text of an HTML description as the simple Markdown of product descriptions: paragraphs, headings, lists, bold,
 * italics and links. Images, scripts and styles are left out.
 */
export function htmlToMarkdown(html: string): string {
  const parser = sax.parser(false, { lowercase: true })
  const lists: { next: number | undefined }[] = []
  const links: string[] = []
  let hiddenDepth = 0
  // The end of the output, which the next tag may change. Looking at all of it for each tag would take minutes.
  let output = ''
  let before = ''
  const settle = () => {
    if (output.length < 2 * TAIL_CHARACTERS) return
    before += output.slice(0, -TAIL_CHARACTERS)
    output = output.slice(-TAIL_CHARACTERS)
  }
  const breakLine = (lines: string) => {
    const text = output.trimEnd()
    // The first item of a list follows the empty line before the list.
    const lineBreak = output.slice(text.length).includes('\n\n') ? '\n\n' : lines
    output = text === '' ? '' : text + lineBreak
  }
  parser.onopentag = ({ name, attributes }) => {
    settle()
    if (hidden.has(name)) hiddenDepth++
    else if (name === 'br') breakLine('  \n')
    else if (/^h[1-6]$/.test(name)) {
      breakLine('\n\n')
      output += '## '
    } else if (name === 'ul' || name === 'ol') {
      breakLine(lists.length > 0 ? '\n' : '\n\n')
      lists.push({ next: name === 'ol' ? 1 : undefined })
    } else if (name === 'li') {
      breakLine('\n')
      const list = lists.at(-1)
      output += `${'  '.repeat(Math.max(0, Math.min(MAX_LIST_DEPTH, lists.length - 1)))}${list?.next ? `${list.next++}.` : '-'} `
    } else if (blocks.has(name)) breakLine(lists.length > 0 ? '\n' : '\n\n')
    else if (name === 'td' || name === 'th') output += ' '
    else if (marks[name]) output += marks[name]
    else if (name === 'a') {
      links.push(typeof attributes['href'] === 'string' ? attributes['href'] : '')
      output += '['
    }
  }
  parser.onclosetag = (name) => {
    if (hidden.has(name)) hiddenDepth = Math.max(0, hiddenDepth - 1)
    else if (name === 'ul' || name === 'ol') {
      lists.pop()
      breakLine(lists.length > 0 ? '\n' : '\n\n')
    } else if (/^h[1-6]$/.test(name) || (blocks.has(name) && lists.length === 0)) breakLine('\n\n')
    else if (marks[name]) output = closeMark(output, marks[name])
    else if (name === 'a') output += `](${(links.pop() ?? '').replaceAll(/[\s()<>]/g, encodeURIComponent)})`
  }
  parser.ontext = (text) => {
    if (hiddenDepth > 0) return
    settle()
    const folded = text.replaceAll(/[\s\u00a0]+/g, ' ').replaceAll(/[\\*_`[\]]/g, (sign) => `\\${sign}`)
    output += /[ \n]$/.test(output) || output === '' ? folded.trimStart() : folded
  }
  // Broken HTML is read as far as possible.
  parser.onerror = () => void parser.resume()
  // Text after the first element would not be parsed.
  parser.write(`<body>${html}</body>`).close()
  return (before + output)
    .replaceAll(/\[\s*\]\([^)]*\)/g, '')
    .replaceAll(/ *\n/g, (end) => (end.length > 2 ? '  \n' : '\n'))
    .trim()
}

/** Markdown needs the mark beside the text: "**Bold **" would not be bold. */
function closeMark(output: string, mark: string): string {
  const text = output.trimEnd()
  if (text.endsWith(mark)) return output.slice(0, text.length - mark.length)
  return `${text}${mark}${output.slice(text.length)}`
}
