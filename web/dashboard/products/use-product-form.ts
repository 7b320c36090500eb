import { useLayoutEffect, useRef, useState } from 'react'
import { createProductInput, updateProductInput } from '#contract/product.ts'
import type { AdminProduct } from '#contract/admin-product.ts'
import { useProductChanges } from '../../data/admin-products.ts'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { emptyDraft, type ProductDraft } from './product-draft.ts'
import type { ProductForm } from './product-form.ts'
import { merge } from './product-merge.ts'
import { draftOf, inputOf } from './product-wire.ts'

type Issues = { path: string; message: string }[]

/** Somebody else has saved meanwhile: what is stored now, and who it was, in words. */
export interface Conflict {
  product: AdminProduct
  message: string
  issues: ApiError['issues']
}

/** The form of a product: of the given one, or of a new one, which is empty again once it is created. */
export function useProductForm(product?: AdminProduct) {
  const { create, update, reread } = useProductChanges()
  const ref = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [stored, setStored] = useState(product)
  const [start, setStart] = useState(() => (product ? draftOf(product) : emptyDraft()))
  const [draft, setDraft] = useState(start)
  const [{ message, issues }, setFailure] = useState<{ message: string; issues: Issues }>(fine)
  const [failures, setFailures] = useState(0)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const [given, setGiven] = useState(product)
  const [made, setMade] = useState<{ id: number; name: string }>()
  useLayoutEffect(() => {
    if (failures > 0) focusAfterWait(ref.current, ref.current?.querySelector<HTMLElement>(firstError))
  }, [failures])

  function fail(text: string, found: Issues = []) {
    setFailure({ message: text, issues: found })
    setFailures((count) => count + 1)
  }

  /** The form begins anew: `from` is what counts as unchanged, `now` what stands in it. */
  function begin(from: ProductDraft, now = from) {
    setStart(from)
    setDraft(now)
    setFailure(fine)
  }

  /** Sends what stands in the form, or what was chosen from it and what somebody else has saved. */
  async function save(sent: ProductDraft = draft, from = start, version = stored?.version) {
    if (sending.current) return
    if (sent.pictures.some(({ progress }) => progress !== undefined))
      return fail('Some pictures are still on their way. Please save when they have arrived.')
    const input = { ...inputOf(sent, from), ...(stored && { productid: stored.productid, version }) }
    const checked = (stored ? updateProductInput : createProductInput).safeParse(input)
    if (!checked.success) {
      return fail(
        '',
        checked.error.issues.map(({ path, message: text }) => ({
          path: path.join('.'),
          message: wordsOf(text),
        })),
      )
    }
    sending.current = true
    setBusy(true)
    try {
      await (stored ? saveStored(input, stored.productid) : saveNew(input))
    } catch (error) {
      await refused(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  async function saveNew(input: Parameters<typeof create>[0]) {
    const { message: said, id } = await create(input)
    if (!said) return showToast('error', wrong)
    showToast('success', said)
    setMade({ id, name: input.productname })
    begin(emptyDraft())
  }

  async function saveStored(input: Parameters<typeof create>[0], productid: number) {
    const { message: said } = await update({ ...input, productid, version: versionOf(input) })
    const now = await reread(productid)
    setStored(now)
    begin(draftOf(now))
    setConflict(undefined)
    if (said) showToast('success', said)
    else showToast('error', wrong)
  }

  async function refused(error: unknown) {
    const said = serverMessage(error) ?? wrong
    if (error instanceof ApiError && error.code === 'changed_meanwhile' && stored) {
      const now = await reread(stored.productid).catch(() => undefined)
      if (now) return setConflict({ product: now, message: said, issues: error.issues })
    }
    showToast('error', wrong)
    fail(said, error instanceof ApiError ? error.issues : [])
  }

  const changed = JSON.stringify(inputOf(draft, start)) !== JSON.stringify(inputOf(start, start))
  // Something was taken back in its history: what was not saved here comes first, and is asked about when it is.
  if (product && product !== given) {
    setGiven(product)
    if (product.version !== stored?.version && !changed) {
      setStored(product)
      begin(draftOf(product))
    }
  }

  const form: ProductForm = {
    draft,
    set: (changes) => setDraft((now) => ({ ...now, ...changes })),
    change: (make) => setDraft((now) => ({ ...now, ...make(now) })),
    error: (path) => issues.find((issue) => issue.path === path)?.message,
  }
  return {
    form,
    ref,
    stored,
    start,
    busy,
    conflict,
    made,
    /** Saves what was chosen of the form and of what somebody else has saved; without a choice the form stays as it is. */
    resolve(taken?: ReadonlySet<string>) {
      setConflict(undefined)
      if (!taken || !conflict) return
      const theirs = draftOf(conflict.product)
      const chosen = merge(start, theirs, draft, taken)
      setStored(conflict.product)
      begin(theirs, chosen)
      void save(chosen, theirs, conflict.product.version)
    },
    /** Said above the button: what is wrong with no field in particular. */
    message: message || (issues.length > 0 ? `Please look at what is marked: ${issues[0]?.message}.` : ''),
    changed,
    onSubmit(event: { preventDefault(): void }) {
      event.preventDefault()
      void save()
    },
  }
}

const fine = { message: '', issues: [] }
const firstError = '[aria-invalid=true], [data-form-error]'
const wrong = 'Something went wrong!'
const versionOf = (input: object) =>
  'version' in input && typeof input.version === 'number' ? input.version : undefined

/** What an empty field says of itself is told in the words of forms. */
const wordsOf = (text: string) => (text === 'An id must be a whole number' ? 'Please select one' : text)
