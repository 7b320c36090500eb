/** What fills a field of a table: words, more lines below one another, or boxes to tick. */
export type Cell = string | { boxes: number }

interface Column {
  name: string
  /** Points; a column without takes what is left. */
  width?: number
  align?: 'left' | 'right'
}

/** A part of a paper, below the one before. */
export type Block =
  | { kind: 'title'; text: string; beside: string }
  | { kind: 'columns'; columns: readonly { heading: string; lines: readonly string[]; size?: number }[] }
  | { kind: 'table'; size: number; columns: readonly Column[]; rows: readonly Cell[][]; foot?: string[] }
  | {
      kind: 'sums'
      rows: readonly { text: string; amount: string; isContained?: boolean; isTotal?: boolean }[]
    }
  | { kind: 'text'; text: string }

/** A document in A4, in words. */
export interface Paper {
  title: string
  author: string
  blocks: readonly Block[]
}
