/** The person for whom agents of tests buy. */
export const buyer = {
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  phone_number: '+919876543210',
}

/** Where the buyer lives. A state may be written as its name. */
export const destination = {
  street_address: '4 Rose Lane',
  address_locality: 'Pune',
  address_region: 'Maharashtra',
  postal_code: '411001',
  address_country: 'IN',
}

/** The part of a checkout about delivery to an address. */
export const shippingTo = (address: object = destination) => ({
  methods: [{ type: 'shipping', destinations: [address] }],
})
