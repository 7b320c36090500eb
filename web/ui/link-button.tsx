import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonKind } from './button-style.ts'

/** A link that looks like a button. */
export function LinkButton({
  kind = 'secondary',
  className,
  ...rest
}: ComponentProps<'a'> & { kind?: ButtonKind }) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a className={buttonStyle(kind, className)} {...rest} />
}
