import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** A page of the outbox. `query` holds the table state of the URL. */
export function useEmails(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('emails', 'list', query),
    queryFn: ({ signal }) => call('GET admin/emails', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One email with its text. */
export function useEmail(id: number) {
  return useQuery({
    queryKey: adminKey('emails', 'detail', id),
    queryFn: async ({ signal }) => (await call('GET admin/emails/:id', { id }, { signal })).data,
  })
}

/** All types of email, each with an example. */
export function useEmailTemplates() {
  return useQuery({
    queryKey: adminKey('emails', 'templates'),
    queryFn: async ({ signal }) => (await call('GET admin/email-templates', {}, { signal })).data,
  })
}

export const useResendEmail = () =>
  useAdminMutation((id: number) => call('POST admin/emails/:id/resend', { id }))

/** Sends an example of a template to the signed-in person. */
export const useSendTestEmail = () =>
  useAdminMutation((template: string) => call('POST admin/email-templates/:template/test', { template }))
