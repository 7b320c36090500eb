import { useLocation } from 'react-router'
import { links } from '#contract/links.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHead } from '../page-head.tsx'

interface Place {
  title: string
  icon: IconName
  state: string
  text?: string
  next: { to: string; label: string }
}

const browse = { to: links.products(), label: 'See all products' }

/** What each place says until it opens. */
const places: Record<string, Place> = {
  '/login': {
    title: 'Login',
    icon: 'user',
    state: 'Signing in opens soon',
    text: 'You can already look at everything in the shop.',
    next: browse,
  },
  '/signup': {
    title: 'Sign Up',
    icon: 'user',
    state: 'Accounts open soon',
    text: 'With one you will see your orders and keep your wishlist on every device.',
    next: browse,
  },
  '/forget-password': {
    title: 'Forgot your password?',
    icon: 'user',
    state: 'Accounts open soon',
    text: 'If you need help now, please write to us.',
    next: { to: links.page('contact'), label: 'Contact us' },
  },
  '/profile': {
    title: 'Profile',
    icon: 'user',
    state: 'Profiles open soon',
    text: 'Your orders, addresses and wishlist will be here.',
    next: browse,
  },
  '/account': {
    title: 'Account',
    icon: 'user',
    state: 'Accounts open soon',
    text: 'Your orders, addresses and wishlist will be here.',
    next: browse,
  },
  '/wishlist': {
    title: 'Wishlist',
    icon: 'heart',
    state: 'Your wishlist is empty',
    text: 'Browse products and add them to your wishlist.',
    next: { to: links.products(), label: 'Start Shopping' },
  },
  '/cart': {
    title: 'Cart',
    icon: 'bag',
    state: 'No items in cart.',
    text: 'What you add will wait for you here.',
    next: { to: links.products(), label: 'Continue Shopping' },
  },
}

export default function Soon() {
  const path = useLocation()
    .pathname.toLowerCase()
    .replace(/(.)\/$/, '$1')
  const place = places[path]
  if (!place) return null
  return (
    <div className="page-width py-10 lg:py-16">
      <PageHead title={place.title} path={path} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        {place.title}
      </h1>
      <EmptyState icon={place.icon} title={place.state} text={place.text}>
        <LinkButton to={place.next.to} kind="primary">
          {place.next.label}
        </LinkButton>
      </EmptyState>
    </div>
  )
}
