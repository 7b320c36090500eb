import { answerCards } from './card-actions.ts'
import { watchConnection } from './offline-bar.ts'
import { showVisitor } from './show-visitor.ts'

/** What every page does without React. The element is the bar that says that the visitor is offline. */
export default function enhance(offlineBar: HTMLElement): void {
  answerCards()
  watchConnection(offlineBar)
  showVisitor()
}
