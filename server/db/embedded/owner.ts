import { chownSync, lstatSync, statSync } from 'node:fs'
import { StartError } from '../../start-error.ts'

/** The user that PostgreSQL runs as: empty for the current user, another one if we are root. Options of `spawn`. */
export interface Owner {
  uid?: number
  gid?: number
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. If the shop runs as root, the database runs as the owner of its folder, and in a new
 * folder as `nobody`.
 */
export function chooseOwner(folder: string): Owner {
  if (process.getuid?.() !== 0) return {}
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody
}

/** Makes `owner` the owner of a folder. Throws a `StartError` if the file system does not support other users. */
export function transferTo(owner: Owner, folder: string): void {
  if (owner.uid === undefined || owner.gid === undefined) return
  try {
    chownSync(folder, owner.uid, owner.gid)
  } catch {
    throw new StartError(
      `As root the database must run as another user, but the owner of ${folder} cannot be changed: ` +
        'start the shop as an ordinary user, or set DATABASE_URL.',
    )
  }
}

/** Throws a `StartError` if an ordinary user starts the shop on another user's database. */
export function checkOwner(folder: string): void {
  const uid = process.getuid?.()
  const { uid: owner } = lstatSync(folder)
  if (uid === undefined || uid === 0 || uid === owner) return
  throw new StartError(
    `The database in ${folder} belongs to user ${owner}: start the shop as that user or as root.`,
  )
}
