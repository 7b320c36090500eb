import type { ProfileTab } from '#contract/links.ts'
import type { IconName } from '../../ui/icon.tsx'

/** The parts of the profile: what they are called and what they are for. */
export const places: Record<ProfileTab, { name: string; icon: IconName; about: string }> = {
  details: { name: 'Details', icon: 'user', about: 'Name, picture and email address' },
  password: { name: 'Password', icon: 'lock', about: 'Choose a new one' },
  addresses: { name: 'Addresses', icon: 'pin', about: 'Where parcels go' },
  sessions: { name: 'Sessions', icon: 'screen', about: 'Where you are signed in' },
  orders: { name: 'Orders', icon: 'parcel', about: 'What you have bought' },
  wishlist: { name: 'Wishlist', icon: 'heart', about: 'What you have kept' },
  privacy: { name: 'Your data', icon: 'letter', about: 'Take it along, or delete the account' },
}
