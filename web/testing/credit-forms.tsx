import {
  correctGiftCard,
  giftCardDetail,
  issueGiftCard,
  replaceGiftCardCode,
  updateGiftCard,
} from '#contract/credit/gift-card.ts'
import { changeStoreCredit } from '#contract/credit/store-credit.ts'
import type { TestedForm } from './every-form.tsx'
import { sampleOf } from './sample.ts'
import { StoreCreditDialog } from '../dashboard/customers/store-credit-panel.tsx'
import {
  CorrectCardDialog,
  IssueDialog,
  LastDayDialog,
  NewCodeDialog,
} from '../dashboard/gift-cards/gift-card-dialogs.tsx'

const ignore = () => {}
const giftCard = sampleOf(giftCardDetail)

/** The forms of gift cards and store credit, for the test of every form. */
export const creditForms: TestedForm[] = [
  ['Issue a gift card', issueGiftCard, <IssueDialog key="" onClose={ignore} onIssued={ignore} />],
  ['Correct balance', correctGiftCard, <CorrectCardDialog key="" card={giftCard} onClose={ignore} />],
  ['Change last day', updateGiftCard, <LastDayDialog key="" card={giftCard} onClose={ignore} />],
  [
    'Send a new code',
    replaceGiftCardCode,
    <NewCodeDialog key="" card={giftCard} onClose={ignore} onMade={ignore} />,
  ],
  ['Give credit', changeStoreCredit, <StoreCreditDialog key="" id={1} onClose={ignore} />],
]
