import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { ShopperOrder } from '#contract/orders/order.ts'
import { providerTimeout, requestTimeout } from '#web/lib/api.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { enterAccount } from '../account/session.ts'
import { cartQueryNames } from '../cart/cart-changes.ts'
import { query, retryUnanswered } from '../query.ts'
import { refetchEverywhere } from '../visitor/cross-tab-sync.ts'

export const ORDERS_PER_PAGE = 10

/** Names an order. Guests need the access token to open it. */
export interface OrderAccess {
  number: string
  accessToken?: string | undefined
}

/** The key of the query of one order. */
export const orderKey = (access: OrderAccess) => ['personal', 'order', access] as const

/** One order. With `poll`, it is refetched every 5 s while the payment is pending. */
export function useOrder(access: OrderAccess, { poll = false } = {}) {
  return useQuery({
    ...query('GET orders/:number', inputOf(access), orderKey(access)),
    // The same order stays while its address loses the access token.
    placeholderData: (previous) => (previous?.number === access.number ? previous : undefined),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => poll && state.data?.status === 'pending' && 5000,
    retry: retryUnanswered,
  })
}

/** The orders of the signed-in customer, newest first; `page` starts at 1. */
export function useOrders(page: number) {
  return useQuery({
    queryKey: ['personal', 'orders', page],
    queryFn: ({ signal }) => call('GET orders', { page, limit: ORDERS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Finds a guest's order by number and email. Rejects with an `ApiError`. */
export async function findOrder(input: CallInput<'POST orders/find'>) {
  return (await call('POST orders/find', input)).data
}

/** Puts the items of an order into the cart. Rejects with an `ApiError`. */
export function useOrderAgain(access: OrderAccess) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST orders/:number/again', inputOf(access), { signal: requestTimeout() }),
    onSuccess: () => refetchEverywhere(client, cartQueryNames),
  })
}

/** Creates an account of a guest's order and signs in. Rejects with an `ApiError`. */
export async function createOrderAccount(client: QueryClient, access: OrderAccess, password: string) {
  const { data } = await call('POST orders/:number/account', {
    ...inputOf(access),
    password,
  })
  await enterAccount(client, data)
}

/** A change of an order, after which the order is read again: a refusal means that the shown one is out of date. */
function useOrderChange<Output, Input = void>(send: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => refetchEverywhere(client, ['order', 'orders']),
  })
}

/** Cancels an order; rejects with an `ApiError`. */
export const useCancelOrder = (access: OrderAccess) =>
  useOrderChange((reason: string) =>
    call('POST orders/:number/cancel', { ...inputOf(access), reason }, { signal: requestTimeout() }),
  )

/** Requests the payment page of an order; rejects with an `ApiError`, also if the provider is unreachable. */
export const usePayOrder = (access: OrderAccess) =>
  useOrderChange(() => call('POST orders/:number/pay', inputOf(access), { signal: providerTimeout() }))

/** The key of the query of the ways to pay an order. It starts like that of the order, and is refetched with it. */
export const paymentChoicesKey = (access: OrderAccess) => ['personal', 'order', access, 'payments'] as const

/** Every way to pay an order; none unless it is pending. */
export function usePaymentChoices(access: OrderAccess, status: ShopperOrder['status']) {
  return useQuery({
    ...query('GET orders/:number/payment-methods', inputOf(access), paymentChoicesKey(access)),
    enabled: status === 'pending',
  })
}

/** Changes how an order is paid; rejects with an `ApiError`. */
export const useChoosePayment = (access: OrderAccess) =>
  useOrderChange((choice: { paymentMethod: string; expectedFee: number }) =>
    call(
      'POST orders/:number/payment-methods',
      { ...inputOf(access), ...choice },
      { signal: requestTimeout() },
    ),
  )

/** Confirms a cash order behind the link of its email; rejects with an `ApiError`. */
export const useConfirmOrder = (access: OrderAccess) =>
  useOrderChange(() => call('POST orders/:number/confirm', inputOf(access), { signal: requestTimeout() }))

/** Makes the shop ask the provider whether the order is paid. */
export const useRefreshOrder = (access: OrderAccess) =>
  useOrderChange(() => call('POST orders/:number/refresh', inputOf(access), { signal: providerTimeout() }))

const inputOf = ({ number, accessToken }: OrderAccess) => (accessToken ? { number, accessToken } : { number })

/** What the address of the page says about an order. */
export const orderAccess = (number: string, search: URLSearchParams): OrderAccess => ({
  number: number.toUpperCase(),
  accessToken: search.get('accessToken') ?? undefined,
})
