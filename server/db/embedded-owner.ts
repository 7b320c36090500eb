import { chownSync, lstatSync, statSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** Whom PostgreSQL runs as: empty for the user that we are, another one when we are root. Fits `spawn`. */
export interface Owner {
  uid?: number
  gid?: number
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. Where the shop does, the database runs as the owner of its folder, and in a new
 * folder as `nobody`.
 */
export function chooseOwner(folder: string): Owner {
  if (process.getuid?.() !== 0) return {}
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody
}

/** Gives a folder to the owner. Throws a `StartError` where the file system does not know other users. */
export function giveTo(owner: Owner, folder: string): void {
  if (owner.uid === undefined || owner.gid === undefined) return
  try {
    chownSync(folder, owner.uid, owner.gid)
  } catch {
    throw new StartError(
      `As root the database must run as another user, but ${folder} cannot be given to one: ` +
        'start the shop as an ordinary user, or set DATABASE_URL.',
    )
  }
}

/** Throws a `StartError` when an ordinary user starts the shop on a database that another one made. */
export function checkOwner(folder: string): void {
  const uid = process.getuid?.()
  const { uid: owner } = lstatSync(folder)
  if (uid === undefined || uid === 0 || uid === owner) return
  throw new StartError(
    `The database in ${folder} belongs to user ${owner}: start the shop as that user or as root.`,
  )
}
