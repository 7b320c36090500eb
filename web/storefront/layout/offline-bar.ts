import { currentVisitor, onVisitor } from '#web/data/visitor/visitor.ts'
import { signOfLife } from '#web/lib/browser/sign-of-life.ts'
import { loadOffline } from '../offline/load-offline.ts'

/** Says that the visitor is offline, while it is so, and keeps the page for visits without a connection. */
export function watchConnection(bar: HTMLElement): void {
  const [text, words] = [bar.querySelector('p'), bar.querySelector('span')]
  const show = () => {
    if (!text || !words) return
    text.hidden = navigator.onLine
    words.textContent = navigator.onLine ? '' : textFor(currentVisitor().waiting)
  }
  onVisitor(show)
  addEventListener('online', show)
  addEventListener('offline', show)
  // Nobody needs it on a page that nobody looks at.
  void signOfLife()
    .then(loadOffline)
    .then((offline) => offline?.keepPage())
  if (hasWaitingChanges()) sendChanges()
}

/** Brings the queries, which send the changes of the document before. */
function sendChanges(): void {
  void import('../queries.ts').then(
    ({ sharedQueries }) => void sharedQueries(),
    () => addEventListener('online', sendChanges, { once: true }),
  )
}

function textFor(waiting: number): string {
  if (waiting === 0) return 'You’re offline.'
  const changes = waiting === 1 ? '1 change' : `${waiting} changes`
  return `You’re offline. ${changes} to your cart will be saved when you reconnect.`
}

/** Whether the document before could not send all changes to the cart: data/cart/stored-cart.ts. */
function hasWaitingChanges(): boolean {
  try {
    return sessionStorage.getItem('storedCart')?.includes('"changes":[{') ?? false
  } catch {
    return false
  }
}
