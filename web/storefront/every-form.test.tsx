// @vitest-environment happy-dom
import { vi } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { placeOrder } from '#contract/orders/order.ts'
import { getOrderReturns, requestReturn, withdraw } from '#contract/orders/return.ts'
import { findGuestOrder, openOrderAccount } from '#contract/orders/shopper-order.ts'
import {
  changePassword,
  createAddress,
  deleteAccount,
  getAccount,
  getAddresses,
  updateAccount,
  updateAddress,
} from '#contract/identity/account.ts'
import { unsubscribe } from '#contract/comments/review-request.ts'
import { forgotPassword, login, register, resetPassword, verifyEmail } from '#contract/identity/auth.ts'
import { acceptInvitation, joinStaff } from '#contract/identity/invitation.ts'
import { call } from '../lib/call.ts'
import { testEveryForm, type TestedForm } from '../testing/every-form.tsx'
import { sampleOf } from '../testing/sample.ts'
import { AcceptForm } from './accept-invite/accept-form.tsx'
import { CheckoutForm } from './checkout/checkout-form.tsx'
import ForgotPassword from './forgot-password/forgot-password.island.tsx'
import Login from './login/login.island.tsx'
import FindOrder from './find-order/find-order.island.tsx'
import { OrderAccount } from './order/order-account.tsx'
import { AddressForm } from './profile/address-form.tsx'
import { DeleteAccountDialog } from './profile/delete-account-dialog.tsx'
import { DetailsForm } from './profile/details-form.tsx'
import { PasswordPanel } from './profile/password-panel.tsx'
import ResetPassword from './reset-password/reset-password.island.tsx'
import { RequestForm } from './returns/request-form.tsx'
import SignUp from './signup/signup.island.tsx'
import Unsubscribe from './unsubscribe/unsubscribe.island.tsx'
import VerifyEmail from './verify-email/verify-email.island.tsx'
import Withdrawal from './withdrawal/withdrawal.island.tsx'

vi.mock('../ui/form/use-form.ts', async (original) => {
  const { useFormWithoutRules } = await import('../testing/every-form.tsx')
  return useFormWithoutRules(original)
})

const ignore = () => {}
/** The props of a form that was opened, not posted. */
const opened = { refused: undefined }
const { user } = sampleOf(login.answer).data
const checkout = sampleOf(getCheckout.answer).data

const forms: TestedForm[] = [
  ['', login, <Login key="" {...opened} />],
  ['', register, <SignUp key="" {...opened} />],
  ['', forgotPassword, <ForgotPassword key="" {...opened} />],
  ['', resetPassword, <ResetPassword key="" {...opened} />],
  ['', unsubscribe, <Unsubscribe key="" {...opened} />],
  ['', verifyEmail, <VerifyEmail key="" {...opened} />],
  ['', acceptInvitation, <AcceptForm key="" token="x" hasAccount={false} />],
  ['', joinStaff, <AcceptForm key="" token="x" hasAccount />],
  ['', createAddress, <AddressForm key="" address={undefined} onDone={ignore} />],
  ['', updateAddress, <AddressForm key="" address={sampleOf(getAddresses.answer).data[0]} onDone={ignore} />],
  ['', updateAccount, <DetailsForm key="" account={sampleOf(getAccount.answer).data} />],
  ['Password', changePassword, <PasswordPanel key="" user={user} />],
  ['', deleteAccount, <DeleteAccountDialog key="" onClose={ignore} />],
  ['', findGuestOrder, <FindOrder key="" {...opened} />],
  [
    '',
    requestReturn,
    <RequestForm
      key=""
      data={sampleOf(getOrderReturns.answer).data}
      access={{ number: 'x' }}
      refused={undefined}
    />,
  ],
  // Its second step, which sends.
  ['', withdraw, <Withdrawal key="" answered={{ declaration: { number: 'x', email: 'x' } }} />],
  ['Create an account', openOrderAccount, <OrderAccount key="" access={{ number: 'x' }} email="x" />],
  // Its state is in ./checkout/use-checkout-form.ts.
  [
    'Checkout',
    placeOrder,
    <CheckoutForm
      key=""
      user={null}
      item={undefined}
      session={undefined}
      addresses={[]}
      draft={{ fields: {}, set: ignore, adopt: ignore } as never}
      place={async (body) => void (await call('POST orders', body))}
      refused={undefined}
      formKey={undefined}
      checkout={checkout}
      busy={false}
      error={null}
      refresh={() => Promise.resolve(undefined)}
      quoteWith={() => Promise.resolve(checkout)}
    />,
  ],
]

testEveryForm(forms, { folder: 'web/storefront', isForm: /\buseForm\(/ })
