import { signOfLife } from '#web/lib/browser/sign-of-life.ts'
import { answerCards } from './card-actions.ts'
import { watchConnection } from './offline-bar.ts'
import { showVisitor } from './show-visitor.ts'

/** What every page does without React. The element is the bar that says that the visitor is offline. */
export default function enhance(offlineBar: HTMLElement): void {
  answerCards()
  watchConnection(offlineBar)
  showVisitor()
  // Programs that only fetch pages are not counted, and load nothing for it.
  void signOfLife().then(() => import('./count-visit.ts'))
}
