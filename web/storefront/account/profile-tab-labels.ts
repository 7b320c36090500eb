import type { ProfileTab } from '#contract/links.ts'
import type { IconName } from '#web/ui/icon.tsx'

/** Name, icon and description of each tab of the profile. */
export const profileTabLabels: Record<ProfileTab, { name: string; icon: IconName; about: string }> = {
  details: { name: 'Details', icon: 'user', about: 'Name, photo and email address' },
  password: { name: 'Password', icon: 'lock', about: 'Change your password' },
  addresses: { name: 'Addresses', icon: 'pin', about: 'Delivery and billing addresses' },
  sessions: { name: 'Devices', icon: 'screen', about: 'Where you’re signed in' },
  orders: { name: 'Orders', icon: 'package', about: 'Track and manage your orders' },
  wishlist: { name: 'Wishlist', icon: 'heart', about: 'Products you’ve saved' },
  privacy: { name: 'Your data', icon: 'letter', about: 'Download your data or delete your account' },
}
