type Fields = Record<string, string>
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The texts of a form's fields by name, without files and passwords. A checkbox is `on` or empty. */
export function readFields(form: HTMLFormElement): Fields {
  return Object.fromEntries(
    controlsOf(form).flatMap((control) => {
      if (!isInput(control)) return [[control.name, control.value]]
      if (control.type === 'checkbox') return [[control.name, control.checked ? 'on' : '']]
      if (control.type === 'radio' && !control.checked) return []
      return [[control.name, control.value]]
    }),
  )
}

/** The chosen files of a form by field. */
export const chosenFiles = (form: HTMLFormElement): Record<string, File> =>
  Object.fromEntries(fileInputs(form).flatMap(({ name, files }) => (files?.[0] ? [[name, files[0]]] : [])))

/** Chooses these files as somebody does, and clears all other file fields. */
export function chooseFiles(form: HTMLFormElement, files: Record<string, File>): void {
  for (const input of fileInputs(form)) {
    const file = files[input.name]
    if (!file && !input.files?.[0]) continue
    const chosen = new DataTransfer()
    if (file) chosen.items.add(file)
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const fileInputs = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.type === 'file' && element.name !== '',
  )

/** Fills in fields as typing does, so that controlled fields follow. Returns the texts that no field takes yet. */
export function fillFields(form: HTMLFormElement, fields: Fields): Fields {
  const controls = controlsOf(form)
  const takes = ([name, text]: [string, string]) =>
    controls.filter((control) => control.name === name && fill(control, text)).length > 0
  return Object.fromEntries(Object.entries(fields).filter((field) => !takes(field)))
}

/** The texts of the fields that differ from what the page came with. */
export function typedFields(form: HTMLFormElement): Fields {
  const isTyped = (control: Control) => {
    if (control instanceof HTMLSelectElement)
      return (defaultChoices(form)[control.name] ?? control.options[0]?.value) !== control.value
    if (isInput(control) && ['checkbox', 'radio'].includes(control.type))
      return control.checked !== control.defaultChecked
    return control.value !== control.defaultValue
  }
  const typed = new Set(
    controlsOf(form)
      .filter(isTyped)
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(readFields(form)).filter(([name]) => typed.has(name)))
}

/** The default options of selects, whose options may have loaded after the form. */
export function defaultChoices(form: HTMLFormElement | null): Fields {
  const chosen = (select: HTMLSelectElement) => [...select.options].find((option) => option.defaultSelected)
  return Object.fromEntries(
    [...(form?.querySelectorAll('select') ?? [])].flatMap((select) => {
      const option = chosen(select)
      return option ? [[select.name, option.value]] : []
    }),
  )
}

const untypedKinds = ['button', 'file', 'hidden', 'image', 'password', 'reset', 'submit']

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => {
    if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)
      return element.name !== ''
    if (!(element instanceof HTMLInputElement)) return false
    // A password that is shown has the type of a text.
    const isSecret = element.autocomplete.includes('password')
    return element.name !== '' && !untypedKinds.includes(element.type) && !isSecret
  })
}

/** Returns whether the control can show the text. */
function fill(control: Control, text: string): boolean {
  if (isInput(control) && control.type === 'checkbox') {
    if (control.checked !== (text === 'on')) control.click()
    return true
  }
  if (isInput(control) && control.type === 'radio') {
    if (control.value === text && !control.checked) control.click()
    return control.value === text
  }
  // The options of a select may still load.
  if (control instanceof HTMLSelectElement && ![...control.options].some(({ value }) => value === text))
    return false
  if (control.value === text) return true
  // The setter of the element itself: React hides it, and would not notice the change.
  const prototype: unknown = Object.getPrototypeOf(control)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

const isInput = (control: Control): control is HTMLInputElement => control instanceof HTMLInputElement
