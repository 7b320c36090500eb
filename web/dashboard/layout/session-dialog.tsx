import { useQueryClient } from '@tanstack/react-query'
import { loginInput, type CurrentUser } from '#contract/identity/auth.ts'
import { signInAgain } from '#web/data/account/session.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

interface SessionDialogProps {
  /** Whose page is open. */
  owner: CurrentUser
  /** Who is signed in now: nobody, or somebody else. */
  user: CurrentUser | null
  /** The page stays open without a session. */
  onClose(): void
  /** The page and what is typed on it become the user's. */
  onContinue(): void
  /** The page opens again without what was typed. */
  onLeave(): void
}

/** Asks the person to sign in again over the open page. If somebody else signs in, asks who continues. */
export function SessionDialog({ owner, user, onClose, onContinue, onLeave }: SessionDialogProps) {
  if (!user) return <SignInDialog owner={owner} onClose={onClose} />
  return (
    <Dialog title={`You are signed in as ${user.fullName}`} onClose={onLeave}>
      <p className="text-quiet wrap-anywhere">
        {owner.fullName} has unsaved changes on this page. Continue to save them as {user.fullName}.
      </p>
      <DialogButtons cancel="Leave them unsaved" onCancel={onLeave} onClick={onContinue}>
        {user.permissions.length > 0 && `Continue as ${user.fullName}`}
      </DialogButtons>
    </Dialog>
  )
}

function SignInDialog({ owner, onClose }: Pick<SessionDialogProps, 'owner' | 'onClose'>) {
  const client = useQueryClient()
  const form = useForm({
    schema: loginInput,
    fallback: 'Signin failed. Please try again.',
    submit: (input) => signInAgain(client, input),
  })
  return (
    <Dialog title="Sign in to continue" onClose={onClose}>
      <p className="mb-5 text-quiet">Your session has ended. Nothing on this page is lost.</p>
      <Form form={form} label="Sign in" action="Sign in" busyAction="Signing in…" onCancel={onClose}>
        <TextField
          {...form.field('email')}
          label="Email address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={owner.email}
        />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <CheckboxField name="remember" label="Remember me" />
      </Form>
    </Dialog>
  )
}

/** Offers the sign-in dialog again after it was closed. */
export function SignedOutBar({ onSignIn }: { onSignIn(): void }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-20 flex justify-center max-lg:top-bar print:hidden">
      <p className="pointer-events-auto flex items-center gap-2 bg-deep px-4 py-1 text-sm text-on-deep">
        Your session has ended.
        <button
          type="button"
          onClick={onSignIn}
          className="min-h-8 cursor-pointer px-2 font-medium underline underline-offset-4"
        >
          Sign in
        </button>
      </p>
    </div>
  )
}
