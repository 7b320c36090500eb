/**
 * What the log shows of an address of the doors: the pattern of its route, because ids of sessions and carts are secrets.
 * Undefined for other addresses. `route` is undefined if no route was found.
 */
export function loggedUcpPath(url: string, route?: string): string | undefined {
  // A path may be escaped, and its route is the same.
  if (route?.startsWith('/ucp/')) return route
  return /^\/+ucp(\/|\?|$)/.test(url) ? '/ucp' : undefined
}
