import { makeDistinctSlug, makeSlug } from '#server/modules/catalog/index.ts'

interface Named {
  handle?: string | undefined
  name?: string | undefined
  sku?: string | undefined
  /** The file's own id. */
  id?: string | undefined
  /** Whether other products of the file have the same name. */
  isShared?: boolean
}

/**
 * The address that a product gets, never from its place in the file: the next file has another product there. Without a handle
 * it comes from the name, with the SKU or id if several products have that name. Undefined for a row with none of the three.
 */
export function handleOf({
  handle,
  name,
  sku,
  id,
  isShared = false,
}: Named): { handle: string; isHandleDerived: boolean } | undefined {
  const own = makeDistinctSlug(handle ?? '')
  if (own) return { handle: own, isHandleDerived: false }
  const ofSku = makeDistinctSlug(sku ?? '')
  // A SKU is easier to read than the hash of a name in another script.
  const ofName = makeSlug(name ?? '', '') === '' && ofSku ? ofSku : makeDistinctSlug(name ?? '')
  const suffix = isShared ? ofSku || makeDistinctSlug(id ?? '') : ''
  const derived = ofName && suffix && ofName !== suffix ? `${ofName}-${suffix}` : ofName || ofSku
  return derived ? { handle: derived.slice(0, 120).replace(/-$/, ''), isHandleDerived: true } : undefined
}
