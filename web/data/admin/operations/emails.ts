import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminData, adminQuery } from '../query.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** A page of the outbox. `query` holds the table state of the URL. */
export function useEmails(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/emails', query),
    placeholderData: keepPreviousData,
  })
}

/** One email with its text. */
export function useEmail(id: number) {
  return useQuery({
    ...adminData('GET admin/emails/:id', { id }),
  })
}

/** All types of email, each with an example. */
export function useEmailTemplates() {
  return useQuery({
    ...adminData('GET admin/email-templates', {}),
  })
}

export const useResendEmail = () =>
  useAdminMutation((id: number) => call('POST admin/emails/:id/resend', { id }))

/** Sends an example of a template to the signed-in person. */
export const useSendTestEmail = () =>
  useAdminMutation((template: string) => call('POST admin/email-templates/:template/test', { template }))
