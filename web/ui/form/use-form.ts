import { useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from 'react'
import type { z } from 'zod'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import type { RefusedForm } from '../../lib/form-action.ts'

interface FormOptions<Schema extends z.ZodType> {
  /** The one that the server holds the form against too. */
  schema: Schema
  /** Asked first what is missing, in the order in which it is to be said. */
  check?: (
    fields: Record<string, string>,
    files: Record<string, File>,
  ) => { path: string; message: string } | undefined
  /** Told what is wrong where nothing is sent. */
  onInvalid?: (message: string) => void
  /** Sends it. What it rejects with is shown at the form and, where it names fields, beside them. */
  submit(input: z.input<Schema>, files: Record<string, File>): Promise<void>
  /** Makes the input of the texts in the fields, where they are not the same. */
  read?: (fields: Record<string, string>) => unknown
  /** Said where a failure has no words of its own. */
  fallback?: string
  /** Fields that nobody sees: what is wrong with them is wrong with the whole form. */
  unseen?: readonly string[]
  /** Told of each failure after sending. */
  onFailed?: (message: string) => void
  /** What the page was answered when the form was sent without JavaScript. */
  refused?: RefusedForm | undefined
}

/** What a form and its fields need to be shown. */
export interface FormState {
  ref: RefObject<HTMLFormElement | null>
  props: Pick<ComponentProps<'form'>, 'ref' | 'method' | 'noValidate' | 'onSubmit' | 'onInput'>
  busy: boolean
  /** What is wrong with the form as a whole. */
  message: string
  field(name: string): { name: string; error: string | undefined; defaultValue: string | undefined }
}

/**
 * A form that keeps what is typed in its fields themselves, so that nothing is lost before the scripts are there:
 * validated like on the server, sent once at a time, with the focus on the first field that is wrong.
 */
export function useForm<Schema extends z.ZodType>(options: FormOptions<Schema>): FormState {
  const {
    schema,
    submit,
    read,
    fallback = tryAgain,
    unseen = [],
    check,
    onInvalid,
    onFailed,
    refused,
  } = options
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [{ message, issues }, setFailure] = useState<Omit<RefusedForm, 'values'>>(refused ?? fine)
  const [failures, setFailures] = useState(refused ? 1 : 0)
  const sentFrom = useRef<Element>(null)
  useLayoutEffect(() => {
    if (failures > 0) focusAfterWait(sentFrom.current, form.current?.querySelector(firstError))
  }, [failures])

  function fail(failure: Omit<RefusedForm, 'values'>) {
    setFailure(failure)
    setFailures((count) => count + 1)
  }

  async function send(element: HTMLFormElement) {
    const now = document.activeElement
    sentFrom.current = element.contains(now) ? element : now
    const { fields, files } = contentOf(element)
    const missing = check?.(fields, files)
    if (missing) {
      fail({ message: '', issues: [missing] })
      return onInvalid?.(missing.message)
    }
    const input = (read ? read(fields) : fields) as z.input<Schema>
    const checked = schema.safeParse(input)
    if (!checked.success) {
      const found = checked.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: issue.message,
      }))
      fail({ message: '', issues: found })
      return onInvalid?.(found[0]?.message ?? '')
    }
    sending.current = true
    setBusy(true)
    await submit(input, files).then(
      () => setFailure(fine),
      (error: unknown) => {
        const said = error instanceof ApiError ? (serverMessage(error) ?? fallback) : wordsOf(error, fallback)
        fail({ message: said, issues: (error instanceof ApiError && error.issues) || [] })
        onFailed?.(said)
      },
    )
    sending.current = false
    setBusy(false)
  }

  const beside = issues.filter(({ path }) => !unseen.includes(path))
  return {
    ref: form,
    busy,
    message: beside.length > 0 ? '' : message || (issues[0]?.message ?? ''),
    field: (name) => ({
      name,
      error: issues.find(({ path }) => path === name)?.message,
      defaultValue: refused?.values[name],
    }),
    props: {
      ref: form,
      method: 'post',
      // Errors are the page's own words, beside their fields, whether a script finds them or the server.
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        if (!sending.current) void send(event.currentTarget)
      },
      onInput({ target }) {
        const name = (target as HTMLInputElement).name
        // A field may hold a list, of which one entry is wrong.
        const others = issues.filter(({ path }) => path !== name && !path.startsWith(`${name}.`))
        if (name && others.length < issues.length) setFailure({ message: '', issues: others })
      },
    },
  }
}

const fine = { message: '', issues: [] }
const firstError = '[aria-invalid=true], [data-form-error]'
const tryAgain = 'Something went wrong. Please try again.'

const wordsOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.constructor === Error ? error.message : fallback

function contentOf(element: HTMLFormElement) {
  const fields: Record<string, string> = {}
  const files: Record<string, File> = {}
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') fields[name] = value
    else if (value.size > 0) files[name] = value
  }
  return { fields, files }
}
