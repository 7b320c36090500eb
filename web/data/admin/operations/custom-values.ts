import { useQuery } from '@tanstack/react-query'
import type { CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import { adminData, readData } from '../query.ts'

const inputOf = (subject: CustomFieldSubject, ids: readonly number[]) => ({ subject, ids: ids.join() })

/** The fields of a subject and the values of these records, for forms: only a change reads them again. */
export const useCustomValues = (subject: CustomFieldSubject, ids: readonly number[]) =>
  useQuery({
    ...adminData('GET admin/custom-values', inputOf(subject, ids)),
    enabled: ids.length > 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  })

/** The values of one record as they are stored now. Rejects if the record is gone. */
export async function readCustomValues(subject: CustomFieldSubject, id: number) {
  const { records } = await readData('GET admin/custom-values', inputOf(subject, [id]))
  const [record] = records
  if (!record) throw new Error('This record does not exist any more.')
  return record
}
