import { use, useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from 'react'
import type { z } from 'zod'
import { ApiError, serverMessage } from '#web/lib/api.ts'
import { focusAfterWait } from '#web/lib/browser/focus.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { DraftHook } from './draft/drafts.ts'
import type { DraftOptions, ShownDraft } from './draft/drafts.ts'
import { headMessage, type Issue } from './head-message.ts'

interface FormOptions<Schema extends z.ZodType> {
  /** The server validates with the same schema. In the storefront it loads once somebody uses the form. */
  schema: Schema | (() => Promise<Schema>)
  /** Runs before the schema and returns the first issue. Its order decides which issue is reported first. */
  check?: (fields: Record<string, string>, files: Record<string, File>) => Issue | undefined
  /** Receives the first message when the form is invalid and nothing is sent. */
  onInvalid?: (message: string) => void
  /**
   * Sends the form. The form shows a rejection: at the fields that its issues name, or as a whole. `start` is the record that
   * a restored draft was typed for.
   */
  submit(input: z.input<Schema>, files: Record<string, File>, start?: unknown): Promise<void>
  /** Makes the input from the texts of the fields. Without it the texts are the input. */
  read?: (fields: Record<string, string>) => unknown
  /** The message for a failure without a message of its own. */
  fallback?: string
  /** Fields without a control, such as a token. Their issues appear at the form's head in server-rendered pages too. */
  hiddenFields?: readonly string[]
  /** Receives the message of a failed submit. */
  onFailed?: (message: string) => void
  /** The server's answer to a submit without JavaScript. */
  refused?: RefusedForm | undefined
  /** Keeps what is typed through a reload, a lost request and an ended session. */
  draft?: DraftOptions | undefined
}

type Failure = Pick<RefusedForm, 'message' | 'issues'>

/** What a form and its fields need for rendering. */
export interface FormState {
  ref: RefObject<HTMLFormElement | null>
  props: Pick<ComponentProps<'form'>, 'ref' | 'method' | 'noValidate' | 'onSubmit' | 'onInput' | 'onFocus'>
  busy: boolean
  /** The message about the form as a whole, with every issue that no field shows. */
  message: string
  /** Whether any field has an issue. */
  hasIssues: boolean
  /** Whether the form was edited since it was opened or saved. */
  isDirty: boolean
  /** For edits that fire no input event, such as sorting. */
  markDirty(): void
  field(name: string): { name: string; error: string | undefined; defaultValue: string | undefined }
  /** The message of a field for a control of its own. Calling it says that the caller shows the message. */
  error(path: string): string | undefined
  firstError(): HTMLElement | null | undefined
  draft: ShownDraft
}

/**
 * The state of a form. The fields keep their own text, so nothing typed before hydration is lost. The form validates with
 * the server's schema, submits once at a time, and moves the focus to the first error.
 */
export function useForm<Schema extends z.ZodType>(options: FormOptions<Schema>): FormState {
  const { schema, submit, read, check, onInvalid, onFailed, refused } = options
  const { fallback = 'Something went wrong. Please try again.', hiddenFields = [] } = options
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const focusPending = useRef(refused !== undefined)
  const submittedFrom = useRef<Element>(null)
  const [busy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [{ message, issues }, setFailure] = useState<Failure>(refused ?? noFailure)
  const [unshown, setUnshown] = useState<readonly Issue[]>([])
  const useDraft = use(DraftHook)
  const draft = useDraft(form, options.draft, setDirty)

  // Fields report here, while they render, which issues they would show.
  const shownPaths = new Set<string>()
  useLayoutEffect(() => {
    const missing = issues.filter(({ path }) => !shownPaths.has(path))
    setUnshown((current) => (missing.length + current.length > 0 ? missing : current))
    // The paths belong to the render that shows these issues.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [issues])

  // The fields are the caller's, so only the DOM knows their order on the page.
  const firstError = () => form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-form-error]')
  useLayoutEffect(() => {
    const target = focusPending.current ? firstError() : null
    if (!target) return
    focusPending.current = false
    focusAfterWait(submittedFrom.current, target)
  }, [message, issues, unshown])

  const loadSchema = async () => (typeof schema === 'function' ? schema().catch(() => undefined) : schema)

  function fail(failure: Failure) {
    focusPending.current = true
    setFailure(failure)
  }

  async function send(element: HTMLFormElement) {
    const { activeElement } = document
    submittedFrom.current = element.contains(activeElement) ? element : activeElement
    const { fields, files } = contentOf(element)
    const issue = check?.(fields, files)
    if (issue) {
      fail({ message: '', issues: [issue] })
      return onInvalid?.(issue.message)
    }
    const input = (read ? read(fields) : fields) as z.input<Schema>
    sending.current = true
    // Without the schema the server says what is wrong.
    const rules = await loadSchema()
    sending.current = false
    const invalid = rules?.safeParse(input).error
    if (invalid) {
      const found = invalid.issues.map(({ path, message: text }) => ({ path: path.join('.'), message: text }))
      fail({ message: '', issues: found })
      return onInvalid?.(found[0]?.message ?? '')
    }
    sending.current = true
    setBusy(true)
    draft.sending(true)
    try {
      await submit(input, files, draft.start())
      setFailure(noFailure)
      setDirty(false)
      draft.saved()
    } catch (reason) {
      const text = serverMessage(reason) ?? ownMessage(reason) ?? fallback
      fail({ message: text, issues: (reason instanceof ApiError && reason.issues) || [] })
      onFailed?.(text)
    } finally {
      sending.current = false
      setBusy(false)
      draft.sending(false)
    }
  }

  function errorAt(path: string) {
    shownPaths.add(path)
    return issues.find((issue) => issue.path === path)?.message
  }

  return {
    ref: form,
    busy,
    message: headMessage(message, issues, { unshown, hiddenFields }),
    hasIssues: issues.length > 0,
    isDirty,
    markDirty() {
      setDirty(true)
      draft.changed()
    },
    field: (name) => ({ name, error: errorAt(name), defaultValue: refused?.values[name] }),
    error: errorAt,
    firstError,
    draft: draft.shown,
    props: {
      ref: form,
      method: 'post',
      // The page shows its own messages, whether a script or the server finds the error.
      noValidate: true,
      onFocus() {
        void loadSchema()
      },
      onSubmit(event) {
        event.preventDefault()
        if (!sending.current) void send(event.currentTarget)
      },
      onInput({ target }) {
        const { name } = target as HTMLInputElement
        if (!draft.isFilling()) {
          setDirty(true)
          draft.changed(name)
        }
        // A field may hold a list; the path of an issue then continues with an index.
        const others = issues.filter(({ path }) => path !== name && !path.startsWith(`${name}.`))
        if (name && others.length < issues.length) setFailure({ message: '', issues: others })
      },
    },
  }
}

const noFailure: Failure = { message: '', issues: [] }

/** The message of an error that the page's own code threw for the person. */
const ownMessage = (error: unknown) =>
  error instanceof Error && error.constructor === Error ? error.message : undefined

function contentOf(element: HTMLFormElement) {
  const fields: Record<string, string> = {}
  const files: Record<string, File> = {}
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') fields[name] = value
    else if (value.size > 0) files[name] = value
  }
  return { fields, files }
}
