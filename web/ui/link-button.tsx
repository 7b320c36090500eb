import { Link, type LinkProps } from 'react-router'
import { buttonStyle, type ButtonKind } from './button-style.ts'

/** A link that looks like a button. */
export function LinkButton({ kind = 'secondary', className, ...rest }: LinkProps & { kind?: ButtonKind }) {
  return <Link className={buttonStyle(kind, className)} {...rest} />
}
