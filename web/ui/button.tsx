import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonKind } from './button-style.ts'

/** A button; it submits only where `type="submit"` is said. */
export function Button({
  kind = 'primary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { kind?: ButtonKind }) {
  return <button type={type} className={buttonStyle(kind, className)} {...rest} />
}
