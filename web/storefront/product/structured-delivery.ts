import type { DeliveryEstimate, DeliveryRegion } from '#contract/orders/delivery/delivery.ts'

/** What search engines learn about delivery and returns, from the calls that the page and the checkout use. */
export interface StructuredDelivery extends Pick<DeliveryEstimate, 'returns' | 'schedule'> {
  regions: readonly DeliveryRegion[]
}

// The one of the contract would bring its schemas along.
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const schema = (name: string) => `https://schema.org/${name}`

/** `shippingDetails` and `hasMerchantReturnPolicy` of offers, by their prices in major units. */
export type OfferTerms = Readonly<Record<number, object>>

/**
 * Delivery and returns of offers at these prices in major units, as Google describes them:
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
export function offerTerms(
  delivery: StructuredDelivery,
  prices: readonly number[],
  currency: string,
): OfferTerms {
  return Object.fromEntries(prices.map((price) => [price, termsOf(delivery, price, currency)]))
}

function termsOf({ returns, schedule, regions }: StructuredDelivery, price: number, currency: string) {
  const businessDays = {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: schedule.weekdays.map((weekday) => schema(weekdays[weekday - 1] ?? '')),
  }
  return {
    shippingDetails: regions.map(({ country, states, pincodes, days, rates }) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: rates.findLast(({ from }) => from <= price)?.price,
        currency,
      },
      shippingDestination: {
        '@type': 'DefinedRegion',
        addressCountry: country,
        ...(states.length > 0 && { addressRegion: states }),
        ...(pincodes.length > 0 && {
          postalCodeRange: pincodes.map(({ from, to }) => ({
            '@type': 'PostalCodeRangeSpecification',
            postalCodeBegin: from,
            postalCodeEnd: to,
          })),
        }),
      },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        // Before the cut-off hour an order is packed on the same day.
        handlingTime: inDays(0, 1),
        transitTime: inDays(days.from, days.to),
        businessDays,
      },
    })),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: [...new Set(regions.map(({ country }) => country))],
      ...(returns.days > 0
        ? {
            returnPolicyCategory: schema('MerchantReturnFiniteReturnWindow'),
            merchantReturnDays: returns.days,
            returnMethod: schema('ReturnByMail'),
            returnFees: schema(returns.paidBy === 'shop' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'),
          }
        : { returnPolicyCategory: schema('MerchantReturnNotPermitted') }),
    },
  }
}

const inDays = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})
