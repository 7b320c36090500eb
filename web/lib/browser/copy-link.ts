import { showToast } from '../toasts.ts'

/** Copies a link and confirms it. If the browser forbids copying, the link stays in its field to be copied by hand. */
export async function copyLink(url: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  if (copied) showToast('success', 'Link copied')
}
