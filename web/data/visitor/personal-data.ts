import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fillPersonal, type PersonalData } from '#web/lib/query-client.ts'

/** Shows the data that came with a personal page. Call it before the queries of that data; later changes are ignored. */
export function usePersonalData(personal: PersonalData | undefined): void {
  const client = useQueryClient()
  useState(() => fillPersonal(client, personal ?? []))
}
