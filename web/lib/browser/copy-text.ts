import { showToast } from '../toasts.ts'

/** Copies a link or another `noun` and confirms it. If the browser forbids that, the text stays in its field to be copied by hand. */
export async function copyText(text: string, noun = 'link'): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (copied) showToast('success', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} copied`)
}
