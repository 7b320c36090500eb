import { currentVisitor, onVisitor } from '#web/data/visitor/visitor.ts'

/** Says that the visitor is offline, while it is so, and sends the changes that the document before could not. */
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
