import { newIdempotencyKey } from '../new-key.ts'

/** Lets the browser send a form as if the button with this `do` had been pressed, for scripts that did not arrive. */
export function sendForm(form: HTMLFormElement, pressed: string): void {
  for (const [name, value] of Object.entries({ do: pressed, key: newIdempotencyKey() })) {
    if (form.elements.namedItem(name) instanceof HTMLInputElement) continue
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  form.submit()
}
