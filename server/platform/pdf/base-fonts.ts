import { join } from 'node:path'

const file = (name: string) => join(import.meta.dirname, 'fonts', name)

/** Noto Sans covers Latin, Greek, Cyrillic and Devanagari, and the rupee sign. */
export const fontFiles = { regular: file('noto-sans-regular.ttf'), bold: file('noto-sans-bold.ttf') } as const

export type BaseFont = keyof typeof fontFiles
