import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonKind } from './button-style.ts'

/** A button that submits forms only with `type="submit"`. */
export function Button({
  kind = 'primary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { kind?: ButtonKind }) {
  return <button type={type} className={buttonStyle(kind, className)} {...rest} />
}
