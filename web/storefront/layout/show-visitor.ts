import { links } from '#contract/links.ts'
import { keepStoredUser } from '#web/data/account/session-query.ts'
import { onTokenChangedInOtherTab } from '#web/data/account/stored-user.ts'
import { handOverAddedLine } from '#web/data/cart/added-line.ts'
import { onChangeInOtherTab } from '#web/data/visitor/cross-tab-sync.ts'
import { currentVisitor, onVisitor, readVisitor, type Visitor } from '#web/data/visitor/visitor.ts'
import { handOverToasts } from '#web/lib/toasts.ts'
import { countText, labelOf } from '../top-bar/count-text.ts'

/** Shows what belongs to the visitor in the frame and on the cards of a page, which is the same for everyone. */
export function showVisitor(): void {
  let shown: Visitor['session']
  onVisitor(({ session, cart, wishlist }) => {
    showCount('Cart', cart)
    showCount('Wishlist', wishlist)
    if (session === shown) return
    shown = session
    showImage(session)
    keepStoredUser(session)
  })
  watchCards()
  const { session, cart, wishlist } = currentVisitor()
  if (session === undefined || cart === undefined || wishlist === undefined) void readVisitor()

  onChangeInOtherTab((names) => void readVisitor(names))
  onTokenChangedInOtherTab(() => void readVisitor())
  addEventListener('focus', () => void readVisitor(['session']))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void readVisitor()
  })
  handOverToasts()
  handOverAddedLine()
}

function showCount(name: string, items: readonly unknown[] | undefined): void {
  if (items === undefined) return
  for (const link of document.querySelectorAll<HTMLElement>(`[data-count="${name}"]`)) {
    link.ariaLabel = labelOf(name, items.length)
    const number = link.querySelector('span')
    if (!number) continue
    number.hidden = items.length === 0
    number.textContent = countText(items.length)
  }
}

/** The image of the signed-in visitor over the drawing, by a style: the menu around it is an island. */
function showImage(session: Visitor['session']): void {
  const { dataset, style } = document.documentElement
  delete dataset['photo']
  const file = session?.user.dp
  if (!file) return
  const image = new Image()
  image.src = links.image(file, 160)
  image.onload = () => {
    style.setProperty('--photo', `url("${image.src}")`)
    dataset['photo'] = ''
  }
}

/** Fills the hearts of what is in the wishlist, also on cards that islands add later. */
function watchCards(): void {
  const show = () => {
    const { wishlist } = currentVisitor()
    if (wishlist === undefined) return
    const ids = new Set(wishlist.map(({ productid }) => String(productid)))
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-wishlist]')) {
      const isInWishlist = String(ids.has(button.value))
      if (button.ariaPressed !== isInWishlist) button.ariaPressed = isInWishlist
    }
  }
  onVisitor(show)
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true })
}
