import { createContext } from 'react-router'
import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import type { PostedForm } from '#contract/endpoint.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import type { Fields } from '../checkout-body.ts'
import { addPass, passesOf, removePass } from './passes.ts'

/** The fields of a posted checkout after a gift card was added or removed. Null: none was. */
export const changedFieldsContext = createContext<Fields | null>(null)

/** Adds the typed gift card or removes one, if the form was sent by such a button. Undefined: it was sent by another one. */
export async function changeGiftCards(
  form: PostedForm,
  fields: Fields,
): Promise<{ fields: Fields; issues: RefusedForm['issues'] } | undefined> {
  const pressed = form.fields['do'] ?? ''
  if (pressed.startsWith('remove-gift-card')) {
    const pass = passesOf(fields)[Number(pressed.split(' ')[1])] ?? ''
    return { fields: { ...fields, giftCards: removePass(fields, pass) }, issues: [] }
  }
  if (pressed !== 'add-gift-card') return undefined
  const submitted = await form.submit(checkGiftCard, { code: fields['giftCardText'] ?? '' })
  if (submitted.status >= 400) {
    const { message, issues = [] } = submitted.answer
    return { fields, issues: [{ path: 'giftCardText', message: issues[0]?.message ?? message }] }
  }
  const { pass } = checkGiftCard.answer.parse(submitted.answer).data
  return { fields: { ...fields, giftCards: addPass(fields, pass), giftCardText: '' }, issues: [] }
}
