import { Link, type LinkProps } from '../lib/navigation/navigation.ts'
import { buttonStyle, type ButtonKind } from './button-style.ts'

/** A link that looks like a button. */
export function LinkButton({ kind = 'secondary', className, ...rest }: LinkProps & { kind?: ButtonKind }) {
  return <Link className={buttonStyle(kind, className)} {...rest} />
}
