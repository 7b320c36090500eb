import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/form/text-field.tsx'

/** The heading under which product pages list a specification. */
export function HeadingField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...props}
      label="Heading on product pages"
      required={false}
      maxLength={100}
      hint="Such as Size and weight. Specifications with the same heading are listed together."
    />
  )
}
