import { FormCard } from '../list-page/form-card.tsx'
import { ActionForm, type ActionFormProps } from './described-form.tsx'

interface AddCardProps<Input extends object, Name extends string, Answer> extends Omit<
  ActionFormProps<Input, Name, Answer>,
  'action' | 'label'
> {
  /** Also the text of the button. */
  title: string
}

/** The form beside a list whose rows are edited elsewhere: it adds one. */
export function AddCard<Input extends object, Name extends string, Answer>({
  title,
  ...form
}: AddCardProps<Input, Name, Answer>) {
  return (
    <FormCard title={title}>
      <ActionForm label={title} action={title} {...form} />
    </FormCard>
  )
}
