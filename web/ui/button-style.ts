/** `primary`: the main action of a page. `secondary`: other actions. `quiet`: minor actions. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet'

const shape =
  'inline-flex min-h-control items-center justify-center gap-2 rounded-xs py-control-y text-center font-medium no-underline ' +
  'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50'

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent px-6 text-on-accent hover:bg-accent-strong forced-colors:border',
  secondary: 'border border-ink bg-transparent px-6 text-ink hover:bg-ink hover:text-page',
  quiet: 'px-2 text-ink underline underline-offset-4 hover:decoration-2',
}

/** The classes of buttons and of links that look like buttons. */
export function buttonStyle(kind: ButtonKind = 'primary', className = ''): string {
  return `${shape} ${kinds[kind]} ${className}`
}
