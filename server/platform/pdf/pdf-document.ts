/** The content of a table cell: text, which may have several lines, or boxes to tick. */
export type Cell = string | { boxes: number }

interface Column {
  name: string
  /** In points. Absent: an equal share of the remaining width. */
  width?: number
  align?: 'left' | 'right'
}

/** A part of a document; blocks follow each other from top to bottom. */
export type Block =
  | { kind: 'title'; text: string; beside: string }
  | { kind: 'columns'; columns: readonly { heading: string; lines: readonly string[]; size?: number }[] }
  | { kind: 'table'; size: number; columns: readonly Column[]; rows: readonly Cell[][]; foot?: string[] }
  | {
      kind: 'sums'
      rows: readonly { text: string; amount: string; isContained?: boolean; isTotal?: boolean }[]
    }
  | { kind: 'text'; text: string }
  /** Code 128, with the text below. The text is printable ASCII. `height`: of the bars, in points. */
  | { kind: 'barcode'; text: string; height: number }

/** A document: A4 with page numbers, or a label of 100 × 150 mm. */
export interface PdfDocument {
  title: string
  author: string
  size?: 'label'
  /** ISO 3166 codes, the most relevant first. They decide whether Han characters look Japanese, Chinese or Korean. */
  countries: readonly string[]
  blocks: readonly Block[]
}
